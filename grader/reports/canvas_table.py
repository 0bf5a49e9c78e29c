"""A table in CSV whose cells know where they stand, so that one can be replaced and all else stays as it is.

The standard library's reader does not say where a cell begins, and its writer would quote anew.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from typing import NamedTuple

from grader.core.errors import ReportError

BOM = "\ufeff"


class Cell(NamedTuple):
    """Where a cell stands in the text, quotation marks included."""

    begin: int
    end: int


class Table(NamedTuple):
    """A text, and the cells of each row in it."""

    text: str
    rows: list[list[Cell]]

    def value(self, row: int, column: int) -> str:
        """Return what a cell says."""
        begin, end = self.rows[row][column]
        raw = self.text[begin:end]
        return raw[1:-1].replace('""', '"') if raw.startswith('"') else raw

    def values(self, row: int) -> list[str]:
        """Return what the cells of a row say."""
        return [self.value(row, column) for column in range(len(self.rows[row]))]

    def line(self, row: int) -> int:
        """Return the number of the line that a row begins in."""
        return _line(self.text, self.rows[row][0].begin)

    def written(self, changes: Mapping[Cell, str]) -> str:
        """Return the text with some cells replaced by texts that need no quotation marks."""
        pieces, end = [], 0
        for cell in sorted(changes):
            pieces += [self.text[end : cell.begin], changes[cell]]
            end = cell.end
        return "".join([*pieces, self.text[end:]])


def parse(text: str) -> Table:
    """Find the cells of a table; empty lines are no rows.

    Raises:
        ReportError: a quotation mark is never closed, or stands where none can be.
    """
    separator = _separator(text)
    rows: list[list[Cell]] = []
    row: list[Cell] = []
    place = len(BOM) if text.startswith(BOM) else 0
    while place < len(text):
        cell = Cell(place, _end_of_cell(text, place, separator))
        row.append(cell)
        place = cell.end
        if text[place : place + 1] == separator:
            place += 1
            if place < len(text):
                continue
            row.append(Cell(place, place))
        if len(row) > 1 or row[0].begin < row[0].end:
            rows.append(row)
        row = []
        place += 2 if text.startswith("\r\n", place) else 1
    return Table(text, rows)


def _end_of_cell(text: str, begin: int, separator: str) -> int:
    """Return where a cell ends that begins here."""
    place = begin
    if text[begin] == '"':
        place = begin + 1
        while True:
            place = text.find('"', place)
            if place < 0:
                raise ReportError(f"a quotation mark in line {_line(text, begin)} of the gradebook is never closed")
            if text[place + 1 : place + 2] != '"':
                break
            place += 2
        place += 1
        if place < len(text) and text[place] not in (separator, "\r", "\n"):
            raise ReportError(f"line {_line(text, place)} of the gradebook has text behind a quotation mark")
        return place
    while place < len(text) and text[place] not in (separator, "\r", "\n"):
        place += 1
    return place


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _separator(text: str) -> str:
    """Return what divides the heading into more cells: semicolons where the decimal sign is a comma."""
    heading = text.removeprefix(BOM).splitlines()[:1]
    counts = {each: len(next(csv.reader(heading, delimiter=each), [])) for each in ";,"}
    return ";" if counts[";"] > counts[","] else ","
