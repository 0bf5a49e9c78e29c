"""`canvas`: one column of the gradebook that Canvas exported, filled in; every other cell stays as it was.

Canvas's importer (https://github.com/instructure/canvas-lms/blob/master/lib/gradebook_importer.rb) finds a column by
the number in its heading, and makes a new assignment of an unknown heading; it finds a student by ID, then by SIS or
login id. So no line and no column is added here.
"""

import difflib
import re
from collections.abc import Sequence
from typing import NamedTuple

from grader.core.errors import ReportError
from grader.reports import ClassFormat, Export, NotPlaced
from grader.reports.given_table import GivenTable, TableRow, check_points, place_entries
from grader.reports.gradebook import Entry, Gradebook, checked

IDENTIFIERS = ("ID", "SIS User ID", "SIS Login ID", "Integration ID")
COMPUTED = re.compile("(Current|Final|Override) (Score|Points|Grade|Status)")
"""Columns that Canvas computes, and does not import as an assignment."""
NO_STUDENT = re.compile(r"\s*(Muted|Manual Posting.*)?\s*", re.IGNORECASE)
EXCUSED = "EX"


class AssignmentColumn(NamedTuple):
    """A column of an assignment."""

    place: int
    title: str
    number: str


def export(entries: Sequence[Entry], gradebook: Gradebook | None) -> Export:
    """Return the gradebook with each student's points in one column, given by its title, number or heading.

    The cells of students without a number stay as they are, and so do those of students excused in Canvas.

    Raises:
        ReportError: it is no gradebook of Canvas, or has no such column, or other points in it.
    """
    if gradebook is None:
        raise ReportError("the format canvas fills in a gradebook; give the one that Canvas exported with --gradebook")
    listed = [entry for entry in checked(entries) if entry.grade]
    table = GivenTable(gradebook.content, "the gradebook")
    if not _is_header(table.heading):
        raise ReportError("this is not a gradebook of Canvas: its first line does not begin with Student and ID")
    target = _column(table.heading, gradebook.column)
    students = [row for row in table.rows if not _is_about_columns(table, row, target, listed)]
    columns = table.find_columns(IDENTIFIERS)
    placed = place_entries(
        table,
        ((row, [table.cell(row, column) for column in columns]) for row in students),
        ((entry, (entry.student, entry.username, entry.email)) for entry in listed),
    )
    excused = []
    for entry, row in placed.rows:
        if table.cell(row, target.place).upper() == EXCUSED:
            excused.append(NotPlaced(entry.student, "excused in Canvas"))
        else:
            table.fill_cell(row, target.place, entry.grade)
    return Export(table.to_bytes(), (*placed.left_out, *excused))


def _is_header(heading: list[str]) -> bool:
    has_one_name = len(heading) > 3 and "Student" in heading[0] and "ID" in heading[1]
    has_two_names = len(heading) > 4 and "LastName" in heading[0] and "FirstName" in heading[1] and "ID" in heading[2]
    return (has_one_name or has_two_names) and "Section" in heading


def _column(heading: list[str], wanted: str) -> AssignmentColumn:
    """Find an assignment's column by heading, title or number."""
    columns = []
    for index, name in enumerate(heading):
        match = re.fullmatch(r"(.*\S)\s*\((\d+)\)", name, re.DOTALL)
        if match and index > heading.index("Section") and not COMPUTED.search(name):
            columns.append(AssignmentColumn(index, match[1], match[2]))
    fits = [column for column in columns if wanted.strip() in (heading[column.place], column.title, column.number)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        which = f"say which by number: {' or '.join(column.number for column in fits)}"
        raise ReportError(f"{len(fits)} assignments in the gradebook are called {wanted!r}; {which}")
    near = difflib.get_close_matches(wanted, [column.title for column in columns], n=1)
    advice = f"did you mean {near[0]!r}?" if near else "make the assignment in Canvas, then export the gradebook again"
    raise ReportError(f"the gradebook has no assignment {wanted!r}; {advice}")


def _is_about_columns(table: GivenTable, row: TableRow, target: AssignmentColumn, listed: list[Entry]) -> bool:
    """Return whether a row holds no student; in the row of possible points, check the assignment's."""
    if "Points Possible" not in table.cell(row, 0):
        return all(NO_STUDENT.fullmatch(cell) for cell in row.cells)
    said = table.cell(row, target.place)
    if "read only" in said:
        raise ReportError(f"Canvas computes the column {target.title!r} itself; choose the one of an assignment")
    check_points(said, target.title, listed, "Canvas")
    return True


FORMAT = ClassFormat(export, "Canvas's own gradebook with one column filled in; all other cells stay as they are")
