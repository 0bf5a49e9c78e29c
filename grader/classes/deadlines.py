"""Read deadlines and times of submission, and compute lateness, which is reported and never changes a score."""

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from grader.classes.clone import ID
from grader.classes.roster import folded
from grader.core.errors import ClassError
from grader.files import csv_table

EVERYBODY = "*"
STUDENT = ("id", "student id", "sis user id", "id number")


class Push(NamedTuple):
    """A push: its time by the platform's clock, and the commit that was the last after it."""

    time: datetime
    commit: str


class Times:
    """A time for each student, and perhaps one for everybody else."""

    def __init__(
        self,
        times: Mapping[str, datetime],
        places: Mapping[str, str],
        pushes: Mapping[str, Sequence[Push]] | None = None,
    ) -> None:
        self._times = times
        self._places = places
        self.pushes = pushes
        """Each student's pushes, the first one first; None if the table names no commits."""

    def of(self, student: str) -> datetime | None:
        """Return a student's time, None if there is none."""
        return self._times.get(folded(student), self._times.get(EVERYBODY))

    def has_own(self, student: str) -> bool:
        """Return whether a student has a time of their own, such as an extension."""
        return folded(student) in self._times

    def pushed(self, student: str, due: datetime) -> Push | None:
        """Return a student's last push before a deadline, else the last of all; None if there is no push."""
        pushes = (self.pushes or {}).get(folded(student), ())
        return next((push for push in reversed(pushes) if push.time <= due), pushes[-1] if pushes else None)

    def strangers(self, students: Iterable[str]) -> list[str]:
        """Return a sentence for each line about somebody who is none of the students."""
        known = {EVERYBODY, *map(folded, students)}
        return [place for student, place in self._places.items() if student not in known]


def load_deadlines(path: Path) -> Times:
    """Read a CSV table of students, `*` for everybody else, and their deadlines.

    Raises:
        ClassError: A time has no zone, or a student is listed twice.
    """
    return _times(path, "due", ("deadline", "until", "due at", "due date"))


def load_submitted(path: Path) -> Times:
    """Read a CSV table of times of submission, or with a column `commit` of pushes, of which a student may have many.

    Raises:
        ClassError: A time has no zone, a commit is no whole id, or a student is listed twice at one time.
    """
    return _times(
        path, "submitted", ("submitted at", "time", "submission time", "pushed at"), ("commit", "sha", "after")
    )


def _times(path: Path, column: str, others: tuple[str, ...], commits: tuple[str, ...] = ()) -> Times:
    known = {"student": STUDENT, column: others, **({"commit": commits} if commits else {})}
    rows = csv_table.read(path, known, ["student", column])
    pushes: dict[str, list[Push]] = {}
    places: dict[str, str] = {}
    for place, cells in rows:
        student = folded(cells["student"])
        push = Push(read_time(cells[column], place), cells.get("commit", ""))
        if "commit" in cells and not ID.fullmatch(push.commit):
            raise ClassError(f"{place}: {push.commit[:60]!r} is not the whole id of a commit, which has 40 digits")
        before = pushes.setdefault(student, [])
        if any("commit" not in cells or push.time == other.time for other in before):
            raise ClassError(f"{place}: {cells['student']!r} is there twice; keep one of the lines")
        before.append(push)
        places[student] = f"{place}: {cells['student']!r} is nobody in this class"
    ordered = {student: sorted(own) for student, own in pushes.items()}
    names_commits = any("commit" in cells for _, cells in rows)
    return Times(
        {student: own[-1].time for student, own in ordered.items()}, places, ordered if names_commits else None
    )


def read_time(text: str, place: str) -> datetime:
    """Parse a time in ISO 8601 with its zone; raise ClassError if it is not such a time."""
    advice = "write it like 2026-11-20T23:59:00+01:00"
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise ClassError(f"{place}: {text[:60]!r} is not a time; {advice}") from error
    # Never the zone of this machine: the same table has to give the same lateness everywhere.
    if time.tzinfo is None:
        raise ClassError(f"{place}: {text!r} has no time zone; {advice}")
    return time


def late_seconds(submitted: datetime | None, due: datetime | None) -> int | None:
    """Return how many seconds late a submission is, 0 if it is in time, None if one of the times is unknown."""
    if submitted is None or due is None:
        return None
    # Rounded up: half a second late is late.
    return max(0, math.ceil((submitted - due).total_seconds()))
