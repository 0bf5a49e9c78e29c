"""`canvas`: one column of the gradebook that Canvas exported, filled in; every other byte stays as it was.

What Canvas takes is in its importer
(https://github.com/instructure/canvas-lms/blob/master/lib/gradebook_importer.rb): it finds a column by the number in
its heading and makes a new assignment of a heading that it does not know; it finds a student by ID, then by SIS or
login id. So nothing is added here, and nothing is written unless every result has its place.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import NamedTuple

from grader.core.errors import ReportError
from grader.reports.canvas_table import Cell, Table, parse
from grader.reports.gradebook import Entry, checked

IDENTIFIERS = ("ID", "SIS User ID", "SIS Login ID", "Integration ID")
COMPUTED = re.compile("(Current|Final|Override) (Score|Points|Grade|Status)")
"""Columns that Canvas computes, and does not import as an assignment."""
NO_STUDENT = re.compile(r"\s*(Muted|Manual Posting.*)?\s*", re.IGNORECASE)
EXCUSED = "EX"


class Column(NamedTuple):
    """A column of an assignment."""

    place: int
    title: str
    number: str


def fill(gradebook: bytes, entries: Iterable[Entry], column: str) -> bytes:
    """Return the gradebook with each student's points in one column, named by its title, its number or its heading.

    Who is excused stays excused. Students without a result keep what they have.

    Raises:
        ReportError: it is no gradebook of Canvas, or a result or the column has no certain place in it.
    """
    listed = [entry for entry in checked(entries) if entry.result]
    table = parse(_decoded(gradebook))
    if not table.rows or not _is_header(table.values(0)):
        raise ReportError("this is not a gradebook of Canvas: its first line does not begin with Student and ID")
    target = _column(table.values(0), column)
    students = [row for row in range(1, len(table.rows)) if not _is_about_the_columns(table, row, target, listed)]
    places = _places(table, students)
    changes: dict[Cell, str] = {}
    for entry in listed:
        row = _row_of(entry, places, table)
        if target.place >= len(table.rows[row]):
            raise ReportError(f"line {table.line(row)} of the gradebook is shorter than its heading; export it again")
        assert entry.result is not None
        if table.value(row, target.place).strip().upper() == EXCUSED:
            continue
        place = table.rows[row][target.place]
        if place in changes:
            raise ReportError(
                f"two results are about the student in line {table.line(row)} of the gradebook, one of them "
                f"{entry.student!r}; nothing was written"
            )
        changes[place] = str(entry.result.score)
    return table.written(changes).encode()


def _decoded(gradebook: bytes) -> str:
    try:
        return gradebook.decode()
    except UnicodeDecodeError as error:
        raise ReportError(
            "the gradebook is not in UTF-8; export it again, and do not save it in a spreadsheet"
        ) from error


def _is_header(heading: list[str]) -> bool:
    first = heading[0].removeprefix("\ufeff") if heading else ""
    has_one_name = len(heading) > 3 and "Student" in first and "ID" in heading[1]
    has_two_names = len(heading) > 4 and "LastName" in first and "FirstName" in heading[1] and "ID" in heading[2]
    return (has_one_name or has_two_names) and "Section" in heading


def _column(heading: list[str], wanted: str) -> Column:
    """Find an assignment's column by heading, title or number."""
    columns = []
    for index, name in enumerate(heading):
        found = re.fullmatch(r"(.*\S)\s*\((\d+)\)", name, re.DOTALL)
        if found and index > heading.index("Section") and not COMPUTED.search(name):
            columns.append(Column(index, found[1], found[2]))
    fits = [each for each in columns if wanted.strip() in (heading[each.place], each.title, each.number)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        numbers = " or ".join(each.number for each in fits)
        raise ReportError(
            f"{len(fits)} assignments in the gradebook are called {wanted!r}; say which by number: {numbers}"
        )
    near = difflib.get_close_matches(wanted, [each.title for each in columns], n=1)
    advice = f"did you mean {near[0]!r}?" if near else "make the assignment in Canvas, then export the gradebook again"
    raise ReportError(f"the gradebook has no assignment {wanted!r}; {advice}")


def _is_about_the_columns(table: Table, row: int, target: Column, listed: list[Entry]) -> bool:
    """Say whether a row holds no student; check the points that the assignment is worth where it says them."""
    values = table.values(row)
    if values and "Points Possible" in values[0]:
        _check_points(values[target.place] if target.place < len(values) else "", target, listed)
        return True
    return all(NO_STUDENT.fullmatch(value) for value in values)


def _check_points(said: str, target: Column, listed: list[Entry]) -> None:
    if "read only" in said:
        raise ReportError(f"Canvas computes the column {target.title!r} itself; choose the one of an assignment")
    number = re.fullmatch(r"\s*(\d+)(?:[.,](\d*))?\s*", said)
    if number is None:
        return
    worth = float(f"{number[1]}.{number[2] or 0}")
    for entry in listed:
        assert entry.result is not None
        if worth != entry.result.max_score:
            raise ReportError(
                f"{target.title!r} is worth {worth:g} points in Canvas, but the result of {entry.student!r} is out of "
                f"{entry.result.max_score}; set the assignment's points to {entry.result.max_score}, then export again"
            )


def _places(table: Table, students: list[int]) -> dict[str, set[int]]:
    """Return the rows in which each identifier stands."""
    heading = [name.removeprefix("\ufeff") for name in table.values(0)]
    columns = [heading.index(name) for name in IDENTIFIERS if name in heading]
    places: dict[str, set[int]] = {}
    for row in students:
        values = table.values(row)
        for column in columns:
            if column < len(values) and values[column].strip():
                places.setdefault(values[column].strip().casefold(), set()).add(row)
    return places


def _row_of(entry: Entry, places: dict[str, set[int]], table: Table) -> int:
    """Find a student's row by their id, else by their username, else by their address."""
    names = [name.strip().casefold() for name in (entry.student, entry.username, entry.email) if name.strip()]
    rows = next((places[name] for name in names if name in places), set())
    if not rows:
        raise ReportError(f"the gradebook has no student with the ID or login {entry.student!r}; nothing was written")
    if len(rows) > 1:
        lines = " and ".join(str(table.line(row)) for row in sorted(rows))
        raise ReportError(f"the lines {lines} of the gradebook both are about {entry.student!r}; nothing was written")
    return next(iter(rows))
