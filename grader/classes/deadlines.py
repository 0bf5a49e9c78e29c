"""Read deadlines and times of submission, and compute lateness, which is reported and never changes a score."""

from __future__ import annotations

import math
from datetime import datetime
from pathlib import Path

from grader.core.errors import ClassError
from grader.files import csv_table

EVERYBODY = "*"
STUDENT = ("id", "student id", "sis user id", "id number")


class Deadlines:
    """The deadline of each student, with a default for everybody else."""

    def __init__(self, due: dict[str, datetime]) -> None:
        self._due = due

    def of(self, student: str) -> datetime | None:
        """Return a student's deadline, None if there is none."""
        return self._due.get(student.casefold(), self._due.get(EVERYBODY))


def load_deadlines(path: Path) -> Deadlines:
    """Read a CSV table of students, `*` for everybody else, and their deadlines.

    Raises:
        ClassError: A time has no zone, or a student is listed twice.
    """
    return Deadlines(_times(path, "due", ("deadline", "until", "due at", "due date")))


def load_submitted(path: Path) -> dict[str, datetime]:
    """Read a CSV table of times of submission; return them by the casefolded student id.

    Raises:
        ClassError: A time has no zone, or a student is listed twice.
    """
    return _times(path, "submitted", ("submitted at", "time", "submission time", "pushed at"))


def _times(path: Path, column: str, others: tuple[str, ...]) -> dict[str, datetime]:
    times: dict[str, datetime] = {}
    for place, cells in csv_table.read(path, {"student": STUDENT, column: others}, ["student", column]):
        student = cells["student"].casefold()
        if student in times:
            raise ClassError(f"{place}: {cells['student']!r} is there twice; keep one of the lines")
        times[student] = read_time(cells[column], place)
    return times


def read_time(text: str, place: str) -> datetime:
    """Parse a time in ISO 8601 with its zone.

    Raises:
        ClassError: It is not such a time.
    """
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
