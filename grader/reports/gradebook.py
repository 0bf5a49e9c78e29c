"""The rows of a class's tables: a student and the result of their submission."""

import csv
import io
from collections.abc import Iterable
from typing import NamedTuple

from grader.core.errors import ReportError
from grader.core.escape import cell, cut, line
from grader.core.result import SEVERAL, UNGRADED, Result

MAX_TITLE, MAX_REASON = 200, 400
"""The most characters of a mistake's title, and of why an exercise was not graded, in a comment."""


class Entry(NamedTuple):
    """A line of a class's table; `result` is None if nothing was handed in.

    With `out_of`, the grade is scaled to that many points.
    """

    student: str
    result: Result | None
    name: str = ""
    email: str = ""
    username: str = ""
    is_late: bool | None = None
    status: str = ""
    """The status where there is no result; empty if nothing was handed in."""
    note: str = ""
    """Sentences for the teacher on the files."""
    out_of: int | None = None

    @property
    def is_graded(self) -> bool:
        """Return whether there is a result of all that was handed in."""
        return self.result is not None and self.result.verdict not in UNGRADED

    @property
    def grade(self) -> str:
        """Return the points for the platform, empty without a result, and where not everything was graded.

        Scaled ones are rounded half up to hundredths, but to 0 or to all points only if exactly those were earned.

        Raises:
            ReportError: points are to be scaled, but none could be earned.
        """
        if self.result is None or not self.is_graded:
            return ""
        if self.out_of is None:
            return str(self.result.score)
        score, most = self.result.score, self.result.max_score
        if not most:
            raise ReportError(f"the result of {self.student!r} has no points to earn, so none to scale")
        hundredths = (200 * score * self.out_of + most) // (2 * most)  # exact: floats would round some halves down
        if 0 < score < most:
            hundredths = min(max(hundredths, 1), 100 * self.out_of - 1)
        whole, rest = divmod(hundredths, 100)
        return f"{whole}.{rest:02}".rstrip("0") if rest else str(whole)


def checked(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries sorted by student; raise ReportError if one has no name, or two have the same."""
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
    """Return the ids of all graded exercises in order of appearance."""
    results = [entry.result for entry in entries if entry.result]
    return list(dict.fromkeys(exercise.id for result in results for exercise in result.exercises))


def points(result: Result, exercise_ids: Iterable[str]) -> list[str]:
    """Return a cell with the points for each exercise, empty where it was not graded."""
    earned = {exercise.id: str(exercise.score) for exercise in result.exercises if exercise.verdict not in UNGRADED}
    return [earned.get(exercise_id, "") for exercise_id in exercise_ids]


def table(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV (RFC 4180), with an apostrophe before texts that look like a formula."""
    file = io.StringIO(newline="")
    safe = ([cell(value) if isinstance(value, str) else value for value in row] for row in rows)
    csv.writer(file, lineterminator="\r\n").writerows(safe)
    return file.getvalue()


def comment(result: Result) -> str:
    """Return one line for a learner: the points, and the first failure of each exercise."""
    is_graded = result.verdict not in UNGRADED
    parts = [f"{result.score} of {result.max_score} points." if is_graded else "No grade: not all of it was graded."]
    for exercise in result.exercises:
        check = exercise.first_failure
        if check and exercise.verdict in UNGRADED:
            why = f"The file {check.obstacle}" if check.obstacle == SEVERAL else check.message
            parts.append(f"{line(exercise.title)}: not graded. {cut(line(why), MAX_REASON)}.")
        elif check:
            named = check.mistake and cut(line(check.mistake.told), MAX_TITLE)
            why = named or f"{check.verdict.value}: {line(check.name)}."
            if check.obstacle and not named:
                why = cut(line(f"The file {check.obstacle}."), MAX_TITLE)
            parts.append(f"{line(exercise.title)}: {exercise.score} of {exercise.max_score}. {why}")
    return " ".join(parts)
