"""What is graded and what comes of it, as plain values: they travel between processes and machines as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

UNREADABLE = "unreadable"
"""The status of a submission that cannot be opened; it gets no result."""


class Job(NamedTuple):
    """The settings that all submissions of a run share."""

    exercise_ids: tuple[str, ...]
    confine: str
    course_sha256: str
    course_folder: str | None = None
    worksheet_seed: str | None = None
    """The seed that the numbers on worksheets were drawn from; None if no worksheets are marked."""
    is_elsewhere: bool = False
    """Whether another machine may grade; it must have the same folders, and its errors name it."""


class PlannedSubmission(NamedTuple):
    """One submission to grade; times are ISO 8601. For `path` and `files` see `discover.FoundSubmission`."""

    student: str
    """Empty where a submission is graded by itself and without an id."""
    seed: int
    path: str
    files: tuple[tuple[str, str], ...] = ()
    submitted: str | None = None
    due: str | None = None
    is_marked_late: bool = False
    is_known: bool = True
    is_alone: bool = False
    """Whether it is graded by itself; then a folder is taken as it is given."""


class SummaryLine(NamedTuple):
    """One line of the table that `learn grade` prints for a class."""

    student: str
    status: str
    score: int
    max_score: int
    look_at: str = ""
    late_seconds: int | None = None
    is_late: bool = False
    is_new: bool = True
    seconds: float = 0.0


def summary_line(document: dict[str, Any]) -> SummaryLine:
    """Return the line of a stored result."""
    facts = document["submission"]
    return SummaryLine(
        student=document["student"] or "",
        status=document["status"],
        score=document["score"],
        max_score=document["max_score"],
        look_at=_look_at(document["exercises"]),
        late_seconds=facts["late_seconds"],
        is_late=facts["late"],
    )


def _look_at(exercises: Sequence[dict[str, Any]]) -> str:
    """Name the first exercise that did not pass, with its mistake if one was named, else its obstacle or verdict."""
    for exercise in exercises:
        if exercise["status"] == "pass":
            continue
        name = exercise["id"].rpartition("/")[2]
        titles = [check["mistake"]["title"] for check in exercise["checks"] if check["mistake"]]
        obstacles = [check["obstacle"] for check in exercise["checks"] if check.get("obstacle")]
        return f"{name}: {[*titles, *obstacles, exercise['status']][0]}"
    return ""
