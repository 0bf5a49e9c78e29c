"""Draw rows of cells, such as a grid, a number line, a time line or pieces of a text: as SVG, and in characters."""

import math
from itertools import accumulate, groupby
from typing import Literal

from grader.core.shapes import yaml_model
from grader.files.drawing_canvas import FILLS, SMALL, WIDTH, Canvas, Length, Look, staggered, width_of

CELL = 26.0
"""Height of a cell, and the largest width of one without text."""
GAP = 4.0
BRANCH = 16.0
"""Room for the lines of a tree between two rows."""
WIDEST_LABEL = 100.0
"""Labels that are wider go above their row."""
COLUMNS = 60
"""Width of a row in characters, at most."""


@yaml_model
class StripCell:
    """A piece of a row."""

    text: str = ""
    look: Look = "light"
    span: Length = 1
    """Its length, in the unit of the row."""


@yaml_model
class Strip:
    """A row of cells."""

    cells: tuple[StripCell, ...]
    label: str = ""
    note: str = ""
    """Words after the row."""

    @property
    def length(self) -> float:
        """Return the length of its cells together."""
        return sum(cell.span for cell in self.cells)


@yaml_model
class ScaleMark:
    """A place below the rows, by its distance from the left."""

    at: Length
    label: str


@yaml_model
class Meaning:
    """An entry of the legend."""

    look: Look
    label: str


@yaml_model
class Strips:
    """Rows of cells that begin at the same place."""

    kind: Literal["strips"] = "strips"
    title: str = ""
    rows: tuple[Strip, ...]
    ticks: tuple[ScaleMark, ...] = ()
    """Places with a short line and a label, such as a scale."""
    marks: tuple[ScaleMark, ...] = ()
    """Places with an arrow."""
    legend: tuple[Meaning, ...] = ()
    note: str = ""
    """Words below everything."""
    is_scaled: bool = False
    """Whether the rows are a scale of the full width; else their cells are a grid."""
    is_tree: bool = False
    """Whether lines lead from each cell to the one below it that it goes into; rows have the same length then."""

    @property
    def total(self) -> float:
        """Return the length of the longest row."""
        return max(row.length for row in self.rows) or 1

    @property
    def _has_words(self) -> bool:
        """Whether full cells have text, and are only tinted."""
        return any(cell.text for row in self.rows for cell in row.cells if cell.look == "full")

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows at the bottom of a canvas."""
        y = canvas.bottom
        if self.title:
            canvas.text(0, y + 15, self.title, is_bold=True)
            y += CELL
        widest = max(width_of(row.label, 14) for row in self.rows)
        is_beside = 0 < widest <= WIDEST_LABEL
        left = widest + 10 if is_beside else 0.0
        right = max(width_of(row.note, SMALL) for row in self.rows)
        room = WIDTH - left - (right + 10 if right else 0)
        unit = room / self.total
        if not self.is_scaled:
            unit = min(unit, max(CELL, *(_needed(cell) for row in self.rows for cell in row.cells)))
        y = self._draw_marks(canvas, left, y, unit)
        for number, row in enumerate(self.rows):
            if self.is_tree and number:
                y = _draw_branches(canvas, _branches(self.rows[number - 1], row), left, y, unit)
            if row.label and not is_beside:
                canvas.text(0, y + 14, row.label, size=14)
                y += 20
            y = self._draw_row(canvas, row, left, y, unit)
            if is_beside:
                canvas.text(0, y - GAP - 8, row.label, size=14)
            if row.note:
                canvas.text(left + self.total * unit + 10, y - GAP - 8, row.note, size=SMALL)
        y = self._draw_ticks(canvas, left, y, unit)
        for entry in self.legend:
            canvas.box(0, y + 5, 14, 14, entry.look, has_text=entry.look == "full" and self._has_words)
            canvas.text(22, y + 16, entry.label, size=SMALL)
            y += 21
        if self.note:
            canvas.text(0, y + 15, self.note, size=SMALL)
            y += 20
        canvas.bottom = y

    def _draw_row(self, canvas: Canvas, row: Strip, left: float, y: float, unit: float) -> float:
        """Draw the cells of a row, and above them the texts that do not fit; return where the next row begins."""
        x = left
        inside: list[tuple[float, float, str]] = []
        outside: list[tuple[float, float, str]] = []
        for cell in row.cells:
            width = cell.span * unit
            words = (x + width / 2, width_of(cell.text, 14), cell.text)
            (inside if width_of(cell.text, 14) <= width - 3 else outside).append(words)
            x += width
        places = staggered([(x, width) for x, width, _ in outside], WIDTH, 6)
        rows = max((row for _, row in places), default=-1) + 1
        top = y + 18 * rows
        x = left
        for cell in row.cells:
            inset = 0.0 if self.is_scaled else 1.0
            has_text = bool(cell.text) and cell.look == "full"
            canvas.box(x + inset, top, cell.span * unit - 2 * inset, CELL, cell.look, has_text=has_text)
            x += cell.span * unit
        for at, _, text in inside:
            if text:
                canvas.text(at, top + 18, text, size=14, anchor="middle", is_mono=not self.is_scaled)
        for (at, _, text), (middle, row_number) in zip(outside, places, strict=True):
            base = y + 18 * (rows - row_number) - 5
            canvas.text(middle, base, text, size=14, anchor="middle")
            canvas.line([(at, base + 3), (at, top)])
        return top + CELL + GAP

    def _draw_marks(self, canvas: Canvas, left: float, y: float, unit: float) -> float:
        """Draw the arrows above the rows; return where the rows begin."""
        for mark in self.marks:
            x = left + mark.at * unit
            half = width_of(mark.label) / 2
            canvas.text(max(half, min(x, WIDTH - half)), y + 14, mark.label, anchor="middle", is_bold=True)
            canvas.arrow([(x, y + 19), (x, y + 37)])
        return y + (38 if self.marks else 0)

    def _draw_ticks(self, canvas: Canvas, left: float, y: float, unit: float) -> float:
        """Draw the scale below the rows; return where it ends."""
        spots = [(left + tick.at * unit, width_of(tick.label, SMALL)) for tick in self.ticks]
        places = staggered(spots, WIDTH, 3)
        for tick, (x, _), (middle, row) in zip(self.ticks, spots, places, strict=True):
            canvas.line([(x, y - GAP), (x, y + 2 + 17 * row)])
            canvas.text(middle, y + 14 + 17 * row, tick.label, size=SMALL, anchor="middle")
        return y + 17 * (max((row for _, row in places), default=-1) + 1) + (4 if self.ticks else 0)

    # --- in characters ------------------------------------------------------------------------

    def text(self) -> list[str]:
        """Return the rows in characters."""
        lines = [self.title] if self.title else []
        widest = max(len(row.label) for row in self.rows)
        is_beside = widest <= 14
        left = widest + 2 if is_beside and widest else 0
        needed = max(
            (math.ceil((len(cell.text) + 2) / cell.span) for row in self.rows for cell in row.cells if cell.text),
            default=2,
        )
        is_scaled = self.is_scaled or needed * self.total + self.total > COLUMNS
        unit = (COLUMNS - left) / self.total if is_scaled else needed + 1
        for mark in self.marks:
            at = left + round(mark.at * unit)
            lines += [f"{'':<{max(0, at - len(mark.label) // 2)}}{mark.label}", f"{'':<{at}}▼"]
        for number, row in enumerate(self.rows):
            if self.is_tree and number:
                lines.append(f"{'':<{left}}{_branches_text(_branches(self.rows[number - 1], row), unit)}".rstrip())
            if row.label and not is_beside:
                lines.append(row.label)
            above, line = _row_text(row, unit, is_scaled=is_scaled)
            lines += [f"{'':<{left}}{upper}".rstrip() for upper in above]
            note = f"  {row.note}" if row.note else ""
            lines.append(f"{row.label if is_beside else '':<{left}}{line}{note}".rstrip())
        labels = [(tick.at * unit, tick.label) for tick in self.ticks]
        lines += [f"{'':<{left}}{words}" for words in _labels_text(labels)]
        lines += [f"{FILLS[entry.look] * 2} {entry.label}" for entry in self.legend]
        return [*lines, self.note] if self.note else lines


def _needed(cell: StripCell) -> float:
    """Return how wide the unit must be for a cell to hold its text."""
    return (width_of(cell.text, 14) + 8) / cell.span if cell.text else 0.0


def _branches(upper: Strip, lower: Strip) -> list[tuple[float, float]]:
    """Return the middle of each cell of a row, and that of the cell of the next row that it goes into."""
    ends = list(accumulate(cell.span for cell in lower.cells))
    middles = _middles(lower)
    return [(start, middles[next(at for at, end in enumerate(ends) if start < end)]) for start in _middles(upper)]


def _middles(row: Strip) -> list[float]:
    ends = accumulate(cell.span for cell in row.cells)
    return [end - cell.span / 2 for end, cell in zip(ends, row.cells, strict=True)]


def _draw_branches(canvas: Canvas, branches: list[tuple[float, float]], left: float, y: float, unit: float) -> float:
    """Draw the branches of a tree below a row; return where the next row begins."""
    for start, end in branches:
        canvas.line([(left + start * unit, y - GAP), (left + end * unit, y - GAP + BRANCH)])
    return y - GAP + BRANCH


def _branches_text(branches: list[tuple[float, float]], unit: float) -> str:
    """Return a line of characters with the branches of a tree."""
    line = ""
    for end, group in groupby(branches, key=lambda branch: branch[1]):
        columns = [round(start * unit) - 1 for start, _ in group]
        line = f"{line:<{columns[0]}}"
        if len(columns) == 1:
            line += "│"
        else:
            bar = f"└{'─' * (columns[-1] - columns[0] - 1)}┘"
            at = round(end * unit) - 1 - columns[0]
            line += f"{bar[:at]}┬{bar[at + 1 :]}"
    return line


def _row_text(row: Strip, unit: float, *, is_scaled: bool) -> tuple[list[str], str]:
    """Return the lines with texts that do not fit into their cells, and the line of the cells."""
    at, pieces, outside = 0.0, [], []
    for cell in row.cells:
        width = max(1, round((at + cell.span) * unit) - round(at * unit) - 1)
        is_inside = len(cell.text) <= width
        if not is_inside:
            outside.append((at * unit + width / 2, cell.text))
        pieces.append((cell.text if is_inside else "").center(width, FILLS[cell.look]))
        at += cell.span
    line = f"|{'|'.join(pieces)}|" if is_scaled else " ".join(pieces)
    return list(reversed(_labels_text(outside))), line


def _labels_text(labels: list[tuple[float, str]]) -> list[str]:
    """Return lines with labels at their columns; those that would touch go to the next line."""
    places = staggered([(at, len(label)) for at, label in labels], COLUMNS + 2, 1)
    lines: list[str] = []
    for (_, label), (middle, row) in zip(labels, places, strict=True):
        lines += [""] * (row + 1 - len(lines))
        lines[row] = f"{lines[row]:<{max(0, round(middle - len(label) / 2))}}{label}"
    return lines
