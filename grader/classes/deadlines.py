"""When submissions were due and when they came; how late one is. Being late is said and never changes a score."""

from __future__ import annotations

import math
from datetime import datetime
from pathlib import Path

from grader.core.errors import ClassError
from grader.files import csv_table

EVERYBODY = "*"
STUDENT = ("id", "student id", "sis user id", "id number")


class Deadlines:
    """When each student's submission is due; one time can be everybody's."""

    def __init__(self, due: dict[str, datetime]) -> None:
        self._due = due

    def of(self, student: str) -> datetime | None:
        """Return when a student's submission is due, None if it never is."""
        return self._due.get(student.casefold(), self._due.get(EVERYBODY))


def load_deadlines(path: Path) -> Deadlines:
    """Read a table of a student, or `*` for everybody else, and a time.

    Raises:
        ClassError: a time has no zone, or a student is there twice.
    """
    return Deadlines(_times(path, "due", ("deadline", "until", "due at", "due date")))


def load_submitted(path: Path) -> dict[str, datetime]:
    """Read a table of when each student's submission came, by the student in small letters.

    Raises:
        ClassError: a time has no zone, or a student is there twice.
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
    """Read a time with its zone, as ISO 8601 writes it.

    Raises:
        ClassError: it is no such time.
    """
    advice = "write it like 2026-11-20T23:59:00+01:00"
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise ClassError(f"{place}: {text[:60]!r} is not a time; {advice}") from error
    if time.tzinfo is None:
        raise ClassError(f"{place}: {text!r} has no time zone; {advice}")
    return time


def late_seconds(submitted: datetime | None, due: datetime | None) -> int | None:
    """Return by how many seconds a submission is late, 0 if it is not; None if that cannot be known."""
    if submitted is None or due is None:
        return None
    return max(0, math.ceil((submitted - due).total_seconds()))
