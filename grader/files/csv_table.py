"""Read CSV tables strictly, with tolerant headers; report errors with their line."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import ClassError

MAX_BYTES = 64 << 20
SEPARATORS = ",;\t"


class CsvRow(NamedTuple):
    """A table row: its line number, and its cells by column name."""

    place: str
    cells: dict[str, str]


def read(path: Path, columns: Mapping[str, Sequence[str]], required: Sequence[str]) -> list[CsvRow]:
    """Read a table; `columns` maps each known column to other spellings of its header; other columns are ignored.

    Raises:
        ClassError: the file is unreadable, a column is missing or repeated, or a row has too few or too many cells.
    """
    text = _text(path)
    first = text.partition("\n")[0]
    separator = max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    lines = ((f"{path}:{reader.line_num}", cells) for cells in reader if any(cell.strip() for cell in cells))
    rows: list[CsvRow] = []
    try:
        header = next(lines, None)
        if not header:
            raise ClassError(f"{path}:1: the file is empty; begin with a line of headers: {', '.join(required)}")
        names = _header(header[1], columns, required, header[0])
        for place, cells in lines:
            if len(cells) != len(names):
                raise ClassError(f"{place}: {len(cells)} cells under {len(names)} headers; correct the line")
            found = zip(names, cells, strict=True)
            rows.append(CsvRow(place, {name: cell.strip() for name, cell in found if name is not None}))
    except csv.Error as error:
        raise ClassError(f"{path}:{reader.line_num}: not a line of CSV: {error}; check the quotes") from error
    return rows


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ClassError(f"{path}: larger than {MAX_BYTES >> 20} MiB; is it the right file?")
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise ClassError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ClassError(f"{path}:{line}: not text in UTF-8; save the table as CSV in UTF-8") from error
    if "\0" in text:
        raise ClassError(f"{path}: holds a null byte; save the table as CSV in UTF-8")
    return text


def _header(
    cells: Sequence[str], columns: Mapping[str, Sequence[str]], required: Sequence[str], place: str
) -> list[str | None]:
    """Map each header to its column; None for ignored ones."""
    known = {_plain(each): name for name, others in columns.items() for each in (name, *others)}
    names = [known.get(_plain(cell)) for cell in cells]
    for name in required:
        if name not in names:
            raise ClassError(f"{place}: there is no column `{name}`; the first line must name it")
    twice = [name for name in names if name is not None and names.count(name) > 1]
    if twice:
        raise ClassError(f"{place}: two columns stand for `{twice[0]}`; rename one of them")
    return names


def _plain(header: str) -> str:
    """Normalize a header: `Student ID`, `student_id` and `student-id` are equal."""
    return "".join(character for character in header.casefold() if character.isalnum() or character == "*")
