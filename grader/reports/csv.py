"""`csv`: a line for each student, for a spreadsheet or a script."""

from collections.abc import Sequence

from grader.reports import ClassFormat, Export
from grader.reports.gradebook import Entry, Gradebook, checked, columns, list_reasons, points, table

HEADER = ("student", "name", "score", "max_score", "status", "late", "note")
MISSING = "missing"
"""The status of a student who handed in nothing; their points are left empty."""
EXCUSED = "excused"


def export(entries: Sequence[Entry], gradebook: Gradebook | None) -> Export:
    """Return a table of each student's points, in all and for each exercise, without formulas; strangers come last."""
    listed = sorted(checked(entries), key=lambda entry: not entry.is_on_roster)
    exercises = columns(listed)
    has_totals = any(entry.total for entry in listed)
    grades = [_grade(entry, has_total=has_totals) for entry in listed]
    names = [
        *(["total", "decisions"] if has_totals else []),
        *(["grade"] if any(entry.out_of for entry in listed) else []),
    ]
    heading = (*HEADER, *names, *exercises)
    rows = (_row(entry, exercises, grade) for entry, grade in zip(listed, grades, strict=True))
    return Export(table([heading, *rows]).encode("utf-8", "replace"))


def _grade(entry: Entry, *, has_total: bool) -> list[str]:
    """Return the cells of the total, how it was made, and the scaled grade."""
    total = entry._replace(out_of=None).grade
    how = "; ".join(entry.total.steps) if entry.total else ""
    return [*([total, how] if has_total else []), *([entry.grade] if entry.out_of else [])]


def _row(entry: Entry, exercises: list[str], grade: list[str]) -> list[str]:
    who = [entry.student, entry.name]
    if entry.result is None:
        status = EXCUSED if entry.is_excused else entry.status or MISSING
        return [*who, "", "", status, entry.late, entry.note, *grade, *("" for _ in exercises)]
    numbers = [str(entry.result.score), str(entry.result.max_score)] if entry.is_graded else ["", ""]
    total = [*numbers, EXCUSED if entry.is_excused else entry.result.verdict.value]
    note = "; ".join(list_reasons(entry))
    return [*who, *total, entry.late, note, *grade, *points(entry.result, exercises)]


FORMAT = ClassFormat(
    export,
    "a line for each student: id, name, points, verdict, how late, a note on the files, the total and its "
    "decisions if there are any, and the points for each exercise",
)
