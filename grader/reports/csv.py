"""`csv`: a line for each student, for a spreadsheet or a script."""

from collections.abc import Sequence

from grader.reports import ClassFormat, Export
from grader.reports.gradebook import Entry, Gradebook, checked, columns, list_reasons, points, table

HEADER = ("student", "name", "score", "max_score", "status", "late", "note")
MISSING = "missing"
"""The status of a student who handed in nothing; their points are left empty."""


def export(entries: Sequence[Entry], gradebook: Gradebook | None) -> Export:
    """Return a table of each student's points, in all and for each exercise, without formulas; strangers come last."""
    listed = sorted(checked(entries), key=lambda entry: not entry.is_on_roster)
    exercises = columns(listed)
    is_scaled = any(entry.out_of for entry in listed)
    rows = [[*HEADER, *(["grade"] if is_scaled else []), *exercises]]
    for entry in listed:
        result = entry.result
        numbers = [str(result.score), str(result.max_score)] if result and result.is_graded else ["", ""]
        status = result.verdict.value if result else entry.status or MISSING
        facts = [entry.student, entry.name, *numbers, status, entry.late, "; ".join(list_reasons(entry))]
        rows.append([*facts, *([entry.grade] if is_scaled else []), *points(result, exercises)])
    return Export(table(rows).encode("utf-8", "replace"))


FORMAT = ClassFormat(
    export,
    "a line for each student: id, name, points, verdict, how late, a note with the reasons, and the points for each exercise",
)
