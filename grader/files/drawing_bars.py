"""Draw bars beside their labels and values: as SVG, and in characters."""

from typing import Literal

from grader.core.shapes import yaml_model
from grader.files.drawing_canvas import FILLS, SMALL, WIDTH, Canvas, Length, Look, width_of

ROW, BAR = 24.0, 16.0
"""Height of a row, and of the bar in it."""
LONGEST = 30
"""Length of the longest bar in characters."""


@yaml_model
class BarRow:
    """A bar with its label and its values in words."""

    label: str
    value: Length
    """Its length, on the scale of `most`."""
    shown: tuple[str, ...] = ()
    """The texts between the label and the bar."""
    look: Look = "full"


@yaml_model
class Cut:
    """A dashed line after some rows, with words."""

    after: int
    label: str


@yaml_model
class Limit:
    """A dashed upright line through all bars."""

    value: Length
    label: str


@yaml_model
class Bars:
    """Bars, one below the other."""

    kind: Literal["bars"] = "bars"
    title: str = ""
    columns: tuple[str, ...] = ()
    """Headings over the labels and the texts."""
    rows: tuple[BarRow, ...]
    most: Length | None = None
    """The value of a bar of full length; default: the largest one."""
    cuts: tuple[Cut, ...] = ()
    limit: Limit | None = None

    @property
    def scale(self) -> float:
        """Return the value of a bar of full length."""
        return self.most or max((row.value for row in self.rows), default=1) or 1

    def table(self) -> list[tuple[str, ...]]:
        """Return the texts of all rows, the headings first."""
        width = max(len(row.shown) for row in self.rows)
        headings = [(*self.columns, *[""] * (width + 1))[: width + 1]]
        return headings + [(row.label, *row.shown, *[""] * (width - len(row.shown))) for row in self.rows]

    def draw(self, canvas: Canvas) -> None:
        """Draw the bars at the bottom of a canvas."""
        table = self.table()
        ends, x = [], 0.0
        for index, column in enumerate(zip(*table, strict=True)):
            x += max(width_of(text, SMALL if at == 0 else 14) for at, text in enumerate(column)) + 10 * (index > 0)
            ends.append(x)
        start = x + 10
        y = canvas.bottom
        if self.title:
            canvas.text(0, y + 15, self.title, is_bold=True)
            y += ROW
        if self.columns:
            _write(canvas, y + 13, table[0], ends, SMALL)
            y += 20
        if self.limit:
            at = start + (WIDTH - start) * min(1.0, self.limit.value / self.scale)
            half = width_of(self.limit.label, SMALL) / 2
            canvas.text(max(half, min(at, WIDTH - half)), y + 12, self.limit.label, size=SMALL, anchor="middle")
            y += 18
            top = y
        for number, (row, texts) in enumerate(zip(self.rows, table[1:], strict=True), start=1):
            _write(canvas, y + 17, texts, ends, 14)
            if row.value:
                canvas.box(start, y + 4, max(1.5, (WIDTH - start) * row.value / self.scale), BAR, row.look)
            y += ROW
            for cut in self.cuts:
                if cut.after == number:
                    canvas.text(WIDTH, y + 14, f"▲ {cut.label}", size=SMALL, anchor="end")
                    canvas.line([(0, y + 2), (WIDTH, y + 2)], is_dashed=True)
                    y += 22
        if self.limit:
            canvas.line([(at, top), (at, y)], is_dashed=True, width=1.6)
        canvas.bottom = y

    def text(self) -> list[str]:
        """Return the bars in characters."""
        table = self.table()
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = [self.title] if self.title else []

        def row_of(texts: tuple[str, ...]) -> str:
            cells = (text.rjust(width) for text, width in zip(texts[1:], widths[1:], strict=True))
            return "  ".join([texts[0].ljust(widths[0]), *cells])

        if self.columns:
            lines.append(row_of(table[0]).rstrip())
        at = round(LONGEST * self.limit.value / self.scale) if self.limit else 0
        for number, (row, texts) in enumerate(zip(self.rows, table[1:], strict=True), start=1):
            length = round(LONGEST * row.value / self.scale)
            bar = (FILLS[row.look] if row.look == "full" else "░") * length or "▏" * (row.value > 0)
            if self.limit and at < LONGEST:
                bar = f"{bar:<{at + 1}}"
                bar = f"{bar[:at]}│{bar[at + 1 :]}"
            lines.append(f"{row_of(texts)}  {bar}".rstrip())
            lines += [
                f"{'─' * (sum(widths) + 2 * len(widths))}  ▲ {cut.label}" for cut in self.cuts if cut.after == number
            ]
        return [*lines, f"│ {self.limit.label}"] if self.limit else lines


def _write(canvas: Canvas, y: float, texts: tuple[str, ...], ends: list[float], size: float) -> None:
    for index, (words, end) in enumerate(zip(texts, ends, strict=True)):
        if words:
            canvas.text(end if index else 0, y, words, size=size, anchor="end" if index else "start")
