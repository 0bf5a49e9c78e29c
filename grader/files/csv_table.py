"""Read CSV tables strictly, with tolerant headers; report errors with their line."""

import codecs
import csv
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import ClassError
from grader.files.regular_file import UnreadableError, read_file

MAX_BYTES = 64 << 20
SEPARATORS = ",;\t"
EXCEL = re.compile(r"sep=(.)\r?\n")
"""The line with which a table can tell Excel its separator."""


class CsvRow(NamedTuple):
    """A table row: its line number, and its cells by column name."""

    place: str
    cells: dict[str, str]


class Table(NamedTuple):
    """A table whose cells have been read, but not understood."""

    path: Path
    lines: list[tuple[int, list[str]]]
    """Each line's number and cells; the first one has the headers."""

    def has_headers(self, names: Sequence[str]) -> bool:
        return {_plain(name) for name in names} <= {_plain(cell) for cell in self.lines[0][1]}

    def rows(
        self,
        columns: Mapping[str, Sequence[str]],
        required: Sequence[str],
        instead: Mapping[str, Sequence[str]] | None = None,
    ) -> list[CsvRow]:
        """Return the rows with their cells by column.

        Args:
            columns: Each known column, with other spellings of its header; other columns are ignored.
            required: The columns that have to be there.
            instead: For a required column, others of which any one will do.

        Raises:
            ClassError: A column is missing or repeated, or a row has too few or too many cells.
        """
        (first, headers), *others = self.lines
        needed = [(name, *(instead or {}).get(name, ())) for name in required]
        names = _header(headers, columns, needed, f"{self.path}:{first}")
        rows: list[CsvRow] = []
        for number, cells in others:
            place = f"{self.path}:{number}"
            if len(cells) != len(names):
                raise ClassError(f"{place}: {len(cells)} cells under {len(names)} headers; correct the line")
            found = zip(names, cells, strict=True)
            rows.append(CsvRow(place, {name: cell.strip() for name, cell in found if name is not None}))
        return rows


def read(path: Path, columns: Mapping[str, Sequence[str]], required: Sequence[str]) -> list[CsvRow]:
    return open_table(path, required).rows(columns, required)


def open_table(path: Path, required: Sequence[str] = ("id",)) -> Table:
    """Read a table's lines, empty ones left out, and find its separator; raise ClassError if it is no CSV."""
    text = _text(path)
    skipped = 0
    if found := EXCEL.match(text):
        text, skipped = text[found.end() :], 1
    first = text.partition("\n")[0]
    separator = found[1] if found else max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        lines = [(reader.line_num + skipped, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        line = reader.line_num + skipped
        raise ClassError(f"{path}:{line}: not a line of CSV: {error}; check the quotes") from error
    if not lines:
        raise ClassError(f"{path}:1: the file is empty; begin with a line of headers: {', '.join(required)}")
    return Table(path, lines)


def _text(path: Path) -> str:
    try:
        data = read_file(path, MAX_BYTES, may_be_link=True)
        text = data.decode(_encoding(data))
    except UnreadableError as error:
        raise ClassError(f"{path}: {error.kind}; is it the right file?") from error
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ClassError(f"{path}:{line}: not text in UTF-8; save the table as CSV in UTF-8") from error
    if "\0" in text:
        raise ClassError(f"{path}: holds a null byte; save the table as CSV in UTF-8")
    return text


def _encoding(data: bytes) -> str:
    """Return the encoding of a table: UTF-8, or one of those in which Excel saves."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    try:
        data.decode()
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8-sig"


def _header(
    cells: Sequence[str], columns: Mapping[str, Sequence[str]], required: Sequence[Sequence[str]], place: str
) -> list[str | None]:
    """Map each header to its column; None for ignored ones. Of each group of required columns, one has to be there."""
    known = {_plain(header): name for name, others in columns.items() for header in (name, *others)}
    names = [known.get(_plain(cell)) for cell in cells]
    for group in required:
        if not set(group) & set(names):
            raise ClassError(f"{place}: there is no column `{group[0]}`; the first line must name it")
    twice = [name for name in names if name is not None and names.count(name) > 1]
    if twice:
        raise ClassError(f"{place}: two columns stand for `{twice[0]}`; rename one of them")
    return names


def _plain(header: str) -> str:
    """Normalize a header: `Student ID`, `student_id` and `student-id` are equal."""
    return "".join(character for character in header.casefold() if character.isalnum() or character == "*")
