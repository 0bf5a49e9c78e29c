"""Read deadlines and times of submission, and compute lateness, which is reported and never changes a score."""

import math
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

from grader.classes.roster import folded
from grader.core.errors import ClassError
from grader.files import csv_table

EVERYBODY = "*"
STUDENT = ("id", "student id", "sis user id", "id number")


class Times:
    """A time for each student, and perhaps one for everybody else."""

    def __init__(self, times: Mapping[str, datetime], places: Mapping[str, str]) -> None:
        self._times = times
        self._places = places

    def of(self, student: str) -> datetime | None:
        """Return a student's time, None if there is none."""
        return self._times.get(folded(student), self._times.get(EVERYBODY))

    def has_own(self, student: str) -> bool:
        """Return whether a student has a time of their own, such as an extension."""
        return folded(student) in self._times

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
    """Read a CSV table of times of submission.

    Raises:
        ClassError: A time has no zone, or a student is listed twice.
    """
    return _times(path, "submitted", ("submitted at", "time", "submission time", "pushed at"))


def _times(path: Path, column: str, others: tuple[str, ...]) -> Times:
    times: dict[str, datetime] = {}
    places: dict[str, str] = {}
    for place, cells in csv_table.read(path, {"student": STUDENT, column: others}, ["student", column]):
        student = folded(cells["student"])
        if student in times:
            raise ClassError(f"{place}: {cells['student']!r} is there twice; keep one of the lines")
        times[student] = read_time(cells[column], place)
        places[student] = f"{place}: {cells['student']!r} is nobody in this class"
    return Times(times, places)


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
