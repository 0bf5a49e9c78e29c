"""`moodle`: grades and feedback for Moodle's grade import (https://docs.moodle.org/405/en/Grade_import).

Moodle asks which column means what. Map the grade *and* the feedback: mapped alone, one erases the other. The import
stops at the first student whom Moodle does not know, so lines without a grade are left out.
"""

from __future__ import annotations

import html
from collections.abc import Iterable

from grader.core.errors import ReportError
from grader.reports import ClassFormat
from grader.reports.gradebook import Entry, checked, columns, comment, scores, table

IDENTIFIERS = {"idnumber": "student", "username": "username", "email": "email"}
"""Moodle's fields that can tell who a line is about, and what they are in an entry."""


def render_class(entries: Iterable[Entry], identify_by: str = "idnumber") -> str:
    """Write identifier, grade, feedback, and the points for each exercise as columns that may be mapped as well.

    Raises:
        ReportError: somebody has no such identifier, or two have the same.
    """
    listed = [entry for entry in checked(entries) if entry.result]
    exercises = columns(listed)
    rows: list[list[str]] = [[identify_by, "grade", "feedback", *exercises]]
    known: dict[str, str] = {}
    for entry in listed:
        assert entry.result is not None
        identifier = _identifier(entry, identify_by, known)
        earned = scores(entry.result)
        points = [str(earned[each]) if each in earned else "" for each in exercises]
        rows.append([identifier, str(entry.result.score), _feedback(entry), *points])
    return table(rows)


def _identifier(entry: Entry, identify_by: str, known: dict[str, str]) -> str:
    identifier: str = getattr(entry, IDENTIFIERS[identify_by])
    if not identifier.strip():
        raise ReportError(f"the roster has no {identify_by} for the student {entry.student!r}; add it")
    if identifier in known:
        raise ReportError(f"the students {known[identifier]!r} and {entry.student!r} have the same {identify_by}")
    known[identifier] = entry.student
    return identifier


def _feedback(entry: Entry) -> str:
    """Write the comment as the HTML that Moodle takes it for."""
    assert entry.result is not None
    return html.escape(comment(entry.result), quote=False)


FORMAT = ClassFormat(
    render_class,
    "idnumber, address or username; grade; feedback; and the points for each exercise",
    variants=("username", "email"),
)
