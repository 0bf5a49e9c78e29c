"""`csv`: a line for each student, for a spreadsheet or a script."""

from collections.abc import Iterable

from grader.reports import ClassFormat
from grader.reports.gradebook import Entry, checked, columns, points, table

HEADER = ("student", "name", "score", "max_score", "status", "late", "note")
MISSING = "missing"
"""The status of a student who handed in nothing; their points are left empty."""


def render_class(entries: Iterable[Entry]) -> str:
    """Return a table of each student's points, in all and for each exercise, without formulas."""
    listed = checked(entries)
    exercises = columns(listed)
    grades = [[entry.grade] if entry.out_of else [] for entry in listed]
    heading = (*HEADER, *(["grade"] if any(grades) else []), *exercises)
    return table([heading, *(_row(entry, exercises, grade) for entry, grade in zip(listed, grades, strict=True))])


def _row(entry: Entry, exercises: list[str], grade: list[str]) -> list[str]:
    late = {None: "", True: "yes", False: "no"}[entry.is_late]
    who = [entry.student, entry.name]
    if entry.result is None:
        return [*who, "", "", entry.status or MISSING, late, entry.note, *grade, *("" for _ in exercises)]
    numbers = [str(entry.result.score), str(entry.result.max_score)] if entry.is_graded else ["", ""]
    total = [*numbers, entry.result.verdict.value]
    return [*who, *total, late, entry.note, *grade, *points(entry.result, exercises)]


FORMAT = ClassFormat(
    render_class,
    "a line for each student: id, name, points, verdict, late or not, a note on the files, and the points for each exercise",
)
