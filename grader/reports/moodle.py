"""`moodle`: grades and feedback for Moodle's grade import (https://docs.moodle.org/405/en/Grade_import).

Moodle asks which column means what. Map the grade *and* the feedback: mapped alone, one erases the other. The import
stops at the first student whom Moodle does not know, so lines without a grade are left out.
"""

import html
from collections.abc import Iterable

from grader.core.errors import ReportError
from grader.reports import ClassFormat
from grader.reports.gradebook import Entry, checked, columns, comment, points, table

IDENTIFIERS = {"idnumber": "student", "username": "username", "email": "email"}
"""Moodle's fields that identify a student, and ours in an entry."""


def render_class(entries: Iterable[Entry], identify_by: str = "idnumber") -> str:
    """Return a table: identifier, grade, feedback, and the points of each exercise, which may be mapped as well.

    Raises:
        ReportError: somebody has no such identifier, or two have the same.
    """
    listed = [entry for entry in checked(entries) if entry.result or entry.is_told]
    exercises = columns(listed)
    rows: list[list[str]] = [[identify_by, "grade", "feedback", *exercises]]
    known: dict[str, str] = {}
    for entry in listed:
        identifier: str = getattr(entry, IDENTIFIERS[identify_by])
        if not identifier.strip():
            raise ReportError(f"the roster has no {identify_by} for the student {entry.student!r}; add it")
        if identifier in known:
            raise ReportError(f"the students {known[identifier]!r} and {entry.student!r} have the same {identify_by}")
        known[identifier] = entry.student
        feedback = html.escape(comment(entry.result, entry.total), quote=False)  # Moodle reads it as HTML
        rows.append([identifier, entry.grade, feedback, *points(entry.result, exercises, entry.total)])
    return table(rows)


FORMAT = ClassFormat(
    render_class,
    "idnumber, address or username; grade; feedback; and the points for each exercise",
    variants=("username", "email"),
)
