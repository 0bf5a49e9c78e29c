"""`canvas`: one column of the gradebook that Canvas exported, filled in; every other cell stays as it was.

Canvas's importer (https://github.com/instructure/canvas-lms/blob/master/lib/gradebook_importer.rb) finds a column by
the number in its heading, and makes a new assignment of an unknown heading; it finds a student by ID, then by SIS or
login id. So nothing is added here, and nothing is written unless every result has its place.
"""

import csv
import difflib
import io
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grader.core.errors import ReportError
from grader.reports.gradebook import Entry, checked
from grader.reports.written import LastExport

IDENTIFIERS = ("ID", "SIS User ID", "SIS Login ID", "Integration ID")
COMPUTED = re.compile("(Current|Final|Override) (Score|Points|Grade|Status)")
"""Columns that Canvas computes, and does not import as an assignment."""
NO_STUDENT = re.compile(r"\s*(Muted|Manual Posting.*)?\s*", re.IGNORECASE)
EXCUSED = "EX"
BOM = "\ufeff"


class GradebookRow(NamedTuple):
    """A row of the gradebook, and the line where it begins."""

    line: int
    cells: list[str]


class AssignmentColumn(NamedTuple):
    """A column of an assignment."""

    place: int
    title: str
    number: str


def fill(gradebook: bytes, entries: Iterable[Entry], column: str, written: LastExport | None = None) -> bytes:
    """Return the gradebook with each student's points in one column, given by its title, number or heading.

    The cells of excused students and of those without a result stay as they are; with `written`, so do values that
    are neither empty nor those that were written last.

    Raises:
        ReportError: it is no gradebook of Canvas, or a result or the column has no certain place in it.
    """
    listed = [entry for entry in checked(entries) if entry.is_told]
    try:
        text = gradebook.decode()
    except UnicodeDecodeError as error:
        advice = "export it again, and do not save it in a spreadsheet"
        raise ReportError(f"the gradebook is not in UTF-8; {advice}") from error
    separator = _separator(text)
    rows = list(_rows(text.removeprefix(BOM), separator))
    heading = next((row.cells for row in rows if row.cells), [])
    if not _is_header(heading):
        raise ReportError("this is not a gradebook of Canvas: its first line does not begin with Student and ID")
    target = _column(heading, column)
    students = [row for row in rows if row.cells is not heading and not _is_about_the_columns(row, target, listed)]
    places = _places(heading, students)
    filled: set[int] = set()
    for entry in listed:
        row = _row_of(entry, places)
        if target.place >= len(row.cells):
            raise ReportError(f"line {row.line} of the gradebook is shorter than its heading; export it again")
        current, grade = row.cells[target.place], EXCUSED if entry.is_excused else entry.grade
        name = f"canvas {target.number}"
        if current.strip().upper() == EXCUSED and not (written and written.wrote(name, entry.student) == EXCUSED):
            continue
        if row.line in filled:
            where = f"the student in line {row.line} of the gradebook"
            raise ReportError(f"two results are about {where}, one of them {entry.student!r}; nothing was written")
        filled.add(row.line)
        if written is None or written.may_write(name, entry.student, grade, current):
            row.cells[target.place] = grade
    return _written(text, separator, rows).encode()


def _separator(text: str) -> str:
    """Return the separator that gives more cells; locales with a decimal comma export semicolons."""
    heading = text.splitlines()[:1]
    counts = {separator: len(next(csv.reader(heading, delimiter=separator), [])) for separator in ";,"}
    return ";" if counts[";"] > counts[","] else ","


def _rows(text: str, separator: str) -> Iterator[GradebookRow]:
    """Yield all rows; empty lines have no cells."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for cells in reader:
            yield GradebookRow(line, cells)
            line = reader.line_num + 1
    except csv.Error as error:
        raise ReportError(f"line {line} of the gradebook cannot be read as CSV ({error}); export it again") from error


def _written(text: str, separator: str, rows: Iterable[GradebookRow]) -> str:
    """Return the rows as CSV with the separator, line ends and byte order mark of the original file.

    Cells that look like a formula stay as Canvas wrote them: changed, they would be other names to its importer.
    """
    file = io.StringIO(newline="")
    line_end = "\r\n" if "\r" in text else "\n"  # until Python 3.13, csv quotes "\r" only if it is in the line end
    csv.writer(file, delimiter=separator, lineterminator=line_end).writerows(row.cells for row in rows)
    return (BOM if text.startswith(BOM) else "") + file.getvalue()


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


def _is_about_the_columns(row: GradebookRow, target: AssignmentColumn, listed: list[Entry]) -> bool:
    """True if a row holds no student; in the row of possible points, check the assignment's."""
    if row.cells and "Points Possible" in row.cells[0]:
        _check_points(row.cells[target.place] if target.place < len(row.cells) else "", target, listed)
        return True
    return all(NO_STUDENT.fullmatch(cell) for cell in row.cells)


def _check_points(said: str, target: AssignmentColumn, listed: list[Entry]) -> None:
    if "read only" in said:
        raise ReportError(f"Canvas computes the column {target.title!r} itself; choose the one of an assignment")
    number = re.fullmatch(r"\s*(\d+)(?:[.,](\d*))?\s*", said)
    if number is None:
        return
    worth = float(f"{number[1]}.{number[2] or 0}")
    for entry in listed:
        most = entry.most
        if worth != most:
            scaled = f"scale with --points {worth:g}, or " if worth == int(worth) > 0 else ""
            raise ReportError(
                f"{target.title!r} is worth {worth:g} points in Canvas, but the result of {entry.student!r} is out of "
                f"{most}; {scaled}set the assignment's points to {most}, then export again"
            )


def _places(heading: list[str], students: list[GradebookRow]) -> dict[str, dict[int, GradebookRow]]:
    """Return the rows that have each identifier, by their lines."""
    columns = [heading.index(name) for name in IDENTIFIERS if name in heading]
    places: dict[str, dict[int, GradebookRow]] = {}
    for row in students:
        for column in columns:
            if column < len(row.cells) and row.cells[column].strip():
                places.setdefault(row.cells[column].strip().casefold(), {})[row.line] = row
    return places


def _row_of(entry: Entry, places: dict[str, dict[int, GradebookRow]]) -> GradebookRow:
    """Find a student's row by their id, else by their username, else by their address."""
    names = [name.strip().casefold() for name in (entry.student, entry.username, entry.email) if name.strip()]
    rows = next((places[name] for name in names if name in places), {})
    if not rows:
        raise ReportError(f"the gradebook has no student with the ID or login {entry.student!r}; nothing was written")
    if len(rows) > 1:
        lines = " and ".join(map(str, rows))
        raise ReportError(f"the lines {lines} of the gradebook both are about {entry.student!r}; nothing was written")
    return next(iter(rows.values()))
