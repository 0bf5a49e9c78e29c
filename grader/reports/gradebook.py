"""What a class's tables are made of: a student, and what their submission came to."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import NamedTuple

from grader.core.errors import ReportError
from grader.core.escape import cell, cut, line
from grader.core.result import ExerciseResult, Result

MAX_TITLE = 200
"""Characters that a mistake's title takes in a comment."""


class Entry(NamedTuple):
    """One line of a class's table; `result` is None if nothing was handed in."""

    student: str
    result: Result | None
    name: str = ""
    email: str = ""
    username: str = ""
    is_late: bool | None = None


def checked(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries in the order of their students.

    Raises:
        ReportError: there is no name for a student, or there are two lines for one.
    """
    listed = sorted(entries, key=lambda entry: entry.student)
    known: set[str] = set()
    for entry in listed:
        if not entry.student:
            raise ReportError("a result does not say whose it is; grade with --student or a roster")
        if entry.student in known:
            raise ReportError(f"there are two results of the student {entry.student!r}; keep one of them")
        known.add(entry.student)
    return listed


def columns(entries: Iterable[Entry]) -> list[str]:
    """Return the ids of all exercises that were graded, in the order in which they were first met."""
    results = [entry.result for entry in entries if entry.result]
    return list(dict.fromkeys(exercise.id for result in results for exercise in result.exercises))


def scores(result: Result) -> dict[str, int]:
    """Return the points for each exercise."""
    return {exercise.id: exercise.score for exercise in result.exercises}


def table(rows: Iterable[Iterable[object]]) -> str:
    """Write rows as CSV (RFC 4180), where texts that look like a formula begin with an apostrophe."""
    file = io.StringIO(newline="")
    safe = ([cell(each) if isinstance(each, str) else each for each in row] for row in rows)
    csv.writer(file, lineterminator="\r\n").writerows(safe)
    return file.getvalue()


def comment(result: Result) -> str:
    """Say in one line what a learner should know: the points, and for each exercise that is not done its first failure."""
    parts = [f"{result.score} of {result.max_score} points."]
    parts += [_unfinished(exercise) for exercise in result.exercises if exercise.first_failure]
    return " ".join(parts)


def _unfinished(exercise: ExerciseResult) -> str:
    check = exercise.first_failure
    assert check is not None
    why = cut(line(check.mistake.title), MAX_TITLE) if check.mistake else f"{check.verdict.value}: {line(check.name)}."
    return f"{line(exercise.title)}: {exercise.score} of {exercise.max_score}. {why}"
