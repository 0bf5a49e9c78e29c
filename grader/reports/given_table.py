"""A table that a platform exported as CSV: find students' rows, fill in cells, write the rest back as it was."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from grader.core.errors import ReportError
from grader.reports import NotPlaced
from grader.reports.gradebook import Entry

BOM = "\ufeff"
NUMBER = re.compile(r"\s*(\d+)(?:[.,](\d*))?\s*")


class TableRow(NamedTuple):
    """A row, and the line where it begins."""

    line: int
    cells: list[str]


class GivenTable:
    """The rows of a platform's table, which keeps its separator, line ends and byte order mark."""

    def __init__(self, content: bytes, name: str) -> None:
        """Read the table, called `name` in messages; raise ReportError if it is no CSV in UTF-8."""
        self.name = name
        try:
            self._text = content.decode()
        except UnicodeDecodeError as error:
            advice = "export it again, and do not save it in a spreadsheet"
            raise ReportError(f"{name} is not in UTF-8; {advice}") from error
        # locales with a decimal comma export semicolons
        heading = self._text.splitlines()[:1]
        counts = {separator: len(next(csv.reader(heading, delimiter=separator), [])) for separator in ";,"}
        self._separator = ";" if counts[";"] > counts[","] else ","
        self._rows = list(self._read_rows())
        self.heading: list[str] = next((row.cells for row in self._rows if row.cells), [])

    @property
    def rows(self) -> list[TableRow]:
        """Return the rows under the heading; empty lines have no cells."""
        return [row for row in self._rows if row.cells is not self.heading]

    def _read_rows(self) -> Iterator[TableRow]:
        reader = csv.reader(
            io.StringIO(self._text.removeprefix(BOM), newline=""), delimiter=self._separator, strict=True
        )
        line = 1
        try:
            for cells in reader:
                yield TableRow(line, cells)
                line = reader.line_num + 1
        except csv.Error as error:
            raise ReportError(f"line {line} of {self.name} cannot be read as CSV ({error}); export it again") from error

    def to_bytes(self) -> bytes:
        """Return the table as CSV.

        Cells that look like a formula stay as the platform wrote them: changed, they would be other names to it.
        """
        file = io.StringIO(newline="")
        line_end = "\r\n" if "\r" in self._text else "\n"  # until Python 3.13, csv quotes "\r" only in a line end
        writer = csv.writer(file, delimiter=self._separator, lineterminator=line_end)
        writer.writerows(row.cells for row in self._rows)
        return ((BOM if self._text.startswith(BOM) else "") + file.getvalue()).encode()

    def find_columns(self, names: Sequence[str]) -> list[int]:
        """Return the places of those columns that are there."""
        return [self.heading.index(name) for name in names if name in self.heading]

    def cell(self, row: TableRow, column: int) -> str:
        """Return a cell; empty if the row ends before it."""
        return row.cells[column].strip() if column < len(row.cells) else ""

    def fill_cell(self, row: TableRow, column: int, text: str) -> None:
        """Replace a cell; raise ReportError if the row ends before it."""
        if column >= len(row.cells):
            raise ReportError(f"line {row.line} of {self.name} is shorter than its heading; export it again")
        row.cells[column] = text


class Placed(NamedTuple):
    """The entries that have a row of their own, and those that have none."""

    rows: list[tuple[Entry, TableRow]]
    left_out: list[NotPlaced]


def place_entries(
    table: GivenTable,
    named_rows: Iterable[tuple[TableRow, Iterable[str]]],
    named_entries: Iterable[tuple[Entry, Iterable[str]]],
) -> Placed:
    """Find each entry's row: the first of its names that a row has, too, decides; case is ignored."""
    index: dict[str, dict[int, TableRow]] = {}
    for row, names in named_rows:
        for name in _folded(names):
            index.setdefault(name, {})[row.line] = row
    placed: list[tuple[Entry, TableRow]] = []
    left_out: list[NotPlaced] = []
    for entry, names in named_entries:
        found = next((index[name] for name in _folded(names) if name in index), {})
        if len(found) == 1:
            placed.append((entry, next(iter(found.values()))))
        elif found:
            lines = " and ".join(map(str, found))
            left_out.append(NotPlaced(entry.student, f"the lines {lines} of {table.name} are both theirs"))
        else:
            left_out.append(NotPlaced(entry.student, f"{table.name} does not have them"))
    owners: dict[int, list[str]] = {}
    for entry, row in placed:
        owners.setdefault(row.line, []).append(entry.student)
    for entry, row in placed:
        if len(owners[row.line]) > 1:
            left_out.append(
                NotPlaced(entry.student, f"line {row.line} of {table.name} is that of {' and '.join(owners[row.line])}")
            )
    return Placed([(entry, row) for entry, row in placed if len(owners[row.line]) == 1], left_out)


def _folded(names: Iterable[str]) -> list[str]:
    return [name.strip().casefold() for name in names if name.strip()]


def check_points(said: str, title: str, entries: Iterable[Entry], platform: str) -> None:
    """Raise ReportError if a platform's points for an assignment are not those that the results are out of."""
    number = NUMBER.fullmatch(said)
    if number is None:
        return
    worth = float(f"{number[1]}.{number[2] or 0}")
    for entry in entries:
        if worth != entry.most:
            scaled = f"scale with --points {worth:g}, or " if worth == int(worth) > 0 else ""
            raise ReportError(
                f"{title!r} is worth {worth:g} points in {platform}, but the result of {entry.student!r} is out of "
                f"{entry.most}; {scaled}set the assignment's points to {entry.most}, then export again"
            )
