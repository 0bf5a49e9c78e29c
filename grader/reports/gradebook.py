"""The rows of a class's tables: a student and the result of their submission."""

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.core.errors import ReportError
from grader.core.escape import cell, cut, line
from grader.core.result import NOT_HANDED_IN, SEVERAL, ExerciseResult, Result, Verdict

MAX_REASON = 400
"""The most characters of the reason why an exercise failed, in a cell."""
NO_GRADE = "No grade: not all of it was graded"


def hundredths(points: Fraction) -> str:
    """Return points with at most two decimals, rounded half up."""
    whole, rest = divmod(int(points * 100 + Fraction(1, 2)), 100)  # exact: floats would round some halves down
    return f"{whole}.{rest:02}".rstrip("0") if rest else str(whole)


class Entry(NamedTuple):
    """A line of a class's table; `result` is None if nothing was handed in.

    With `out_of`, the grade is scaled to that many points.
    """

    student: str
    result: Result | None
    name: str = ""
    email: str = ""
    username: str = ""
    late: str = ""
    """How late it is in words, or `no`; empty if nothing was handed in."""
    status: str = ""
    """The status where there is no result; empty if nothing was handed in."""
    note: str = ""
    """Sentences for the teacher on the files."""
    out_of: int | None = None
    is_on_roster: bool = True
    """False if there is a roster and the student is not on it."""
    number: str = ""
    """Moodle's number of the student in this assignment, as in `Participant 8070`."""

    @property
    def most(self) -> int:
        """Return what the grade is out of, 0 if nobody knows."""
        return self.out_of or (self.result.max_score if self.result else 0)

    @property
    def is_graded(self) -> bool:
        return self.result is not None and self.result.is_graded

    @property
    def grade(self) -> str:
        """Return the points for the platform, empty without a number: no result, or not everything was graded.

        Scaled ones are rounded half up to hundredths, but to 0 or to all points only if exactly those were earned.

        Raises:
            ReportError: points are to be scaled, but none could be earned.
        """
        if self.result is None or not self.result.is_graded:
            return ""
        points, most = Fraction(self.result.score), self.result.max_score
        if self.out_of is None:
            return hundredths(points)
        if not most:
            raise ReportError(f"the result of {self.student!r} has no points to earn, so none to scale")
        scaled = points * self.out_of / most
        if 0 < points < most:
            scaled = min(max(scaled, Fraction(1, 100)), self.out_of - Fraction(1, 100))
        return hundredths(scaled)


class Gradebook(NamedTuple):
    """The table that a platform exported, to be filled in; Canvas's also needs the column of the assignment."""

    content: bytes
    column: str = ""


def checked(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries sorted by student; raise ReportError if one has no name, or two have the same."""
    listed = sorted(entries, key=lambda entry: entry.student)
    known: set[str] = set()
    for entry in listed:
        if not entry.student:
            raise ReportError("a result does not say whose it is; grade it with its class")
        if entry.student in known:
            raise ReportError(f"there are two results of the student {entry.student!r}; keep one of them")
        known.add(entry.student)
    return listed


def columns(entries: Iterable[Entry]) -> list[str]:
    """Return the ids of all graded exercises in order of appearance."""
    results = [entry.result for entry in entries if entry.result]
    return list(dict.fromkeys(exercise.id for result in results for exercise in result.exercises))


def points(result: Result | None, exercise_ids: Iterable[str]) -> list[str]:
    """Return a cell with the points for each exercise; empty if it was not graded."""
    graded = [exercise for exercise in result.exercises if exercise.is_graded] if result else []
    earned = {exercise.id: str(exercise.score) for exercise in graded}
    return [earned.get(exercise_id, "") for exercise_id in exercise_ids]


def table(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV (RFC 4180), with an apostrophe before texts that look like a formula."""
    file = io.StringIO(newline="")
    safe = ([cell(value) if isinstance(value, str) else value for value in row] for row in rows)
    csv.writer(file, lineterminator="\r\n").writerows(safe)
    return file.getvalue()


def comment(result: Result | None) -> str:
    """Return one line for a learner: the points, and the reason of each exercise that failed."""
    is_graded = result is not None and result.is_graded
    sums = f"{result.score} of {result.max_score} points" if result and is_graded else NO_GRADE
    parts = [sums, *(_comment_reason(*group) for group in group_reasons(result))]
    return " ".join(part if part.endswith((".", "!", "?")) else f"{part}." for part in parts)


def _comment_reason(reason: str, exercises: Sequence[ExerciseResult]) -> str:
    titles = ", ".join(line(exercise.title) for exercise in exercises)
    if reason == NOT_HANDED_IN:
        return f"Not handed in: {titles}"
    first = exercises[0]
    if first.first_failure and first.first_failure.obstacle == SEVERAL:  # the names of the others are the teacher's
        reason = f"The file {SEVERAL}"
    points = f"{first.score} of {first.max_score}" if first.is_graded else "not graded"
    return f"{titles}: {points}. {cut(line(reason), MAX_REASON)}"


def group_reasons(result: Result | None) -> list[tuple[str, list[ExerciseResult]]]:
    """Return why exercises failed, once for those that were not handed in and those not graded for one reason."""
    groups: dict[tuple[str, str], list[ExerciseResult]] = {}
    for exercise in result.exercises if result else ():
        if exercise.reason:
            is_common = not exercise.is_graded or exercise.reason == NOT_HANDED_IN
            groups.setdefault((exercise.reason, "" if is_common else exercise.id), []).append(exercise)
    return sorted(((reason, found) for (reason, _), found in groups.items()), key=lambda one: one[0] == NOT_HANDED_IN)


def list_reasons(entry: Entry) -> list[str]:
    """Return the sentences on the files, and why exercises that were handed in did not pass, with their names."""
    reasons = [entry.note] if entry.note else []
    for reason, exercises in group_reasons(entry.result):
        if exercises[0].verdict is not Verdict.NOT_ATTEMPTED and reason not in entry.note:
            names = ", ".join(exercise.id.rpartition("/")[2] for exercise in exercises)
            reasons.append(f"{names}: {cut(line(reason), MAX_REASON)}")
    return reasons
