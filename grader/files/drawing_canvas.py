"""Draw boxes, lines, arrows and labels as SVG: text stays text, and everything has the color of the text around it."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal
from xml.etree.ElementTree import Element, SubElement, tostring

from pydantic import Field

WIDTH = 360.0
"""Units in the width of every drawing: on a phone, a unit is a little less than a pixel."""
TEXT, SMALL = 15.0, 13.0
"""Font sizes in units."""
LETTER = 0.6
"""Width of a letter, in font sizes: exact for the monospaced font, and more than the average of the other."""
FONTS = {
    False: "'Card Sans', system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', sans-serif",
    True: "'Card Mono', 'Card Sans', ui-monospace, 'Liberation Mono', monospace",
}
Look = Literal["full", "light", "empty"]
"""How a bar or a cell is filled: solid, as an outline, or as a dashed outline."""
FILLS = {"full": "█", "light": "░", "empty": "·"}
"""The same in characters."""
CSS = """.picture { display: block; width: 100%; max-width: 27rem; height: auto; color: inherit; }
@media print { .picture { max-width: 85mm; max-height: 200mm; } }
@media screen {
  .picture .full { fill: var(--accent, currentColor); }
  .picture .full.tinted { stroke: var(--accent, currentColor); }
}
"""
"""Style that a page with pictures needs; without it they are right, and have the color of the text only."""
Length = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Anchor = Literal["start", "middle", "end"]


def width_of(words: str, size: float = TEXT) -> float:
    """Return about how wide a text is, in units."""
    return LETTER * size * len(words)


def staggered(spots: Sequence[tuple[float, float]], most: float, gap: float) -> list[tuple[float, int]]:
    """Place labels of some widths as near to their middles as they fit between 0 and `most`, in rows.

    Return the middle and the row of each; labels that would touch an earlier one go to the next row.
    """
    placed: list[tuple[float, int]] = []
    ends: list[float] = []
    for middle, width in spots:
        inside = max(width / 2, min(middle, most - width / 2))
        row = next((row for row, end in enumerate(ends) if inside - width / 2 >= end + gap), len(ends))
        ends[row : row + 1] = [inside + width / 2]
        placed.append((inside, row))
    return placed


class Canvas:
    """An SVG drawing that grows downwards; `bottom` is where the next part begins."""

    def __init__(self) -> None:
        self._root = Element("svg")
        self.bottom = 0.0

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = TEXT,
        anchor: Anchor = "start",
        is_mono: bool = False,
        is_bold: bool = False,
    ) -> None:
        """Write a text whose baseline is at y."""
        attributes = {"x": _short(x), "y": _short(y), "font-size": _short(size), "fill": "currentColor"}
        if anchor != "start":
            attributes["text-anchor"] = anchor
        if is_mono:
            attributes["font-family"] = FONTS[True]
        if is_bold:
            attributes["font-weight"] = "600"
        SubElement(self._root, "text", attributes).text = words

    def box(self, x: float, y: float, width: float, height: float, look: Look, *, has_text: bool = False) -> None:
        """Draw a box; one with text on it is only tinted."""
        stroke = 1.0 if look != "full" or has_text else 0.0
        attributes = {
            "class": look if not has_text else f"{look} tinted",
            "x": _short(x + stroke / 2),
            "y": _short(y + stroke / 2),
            "width": _short(max(width - stroke, 0.5)),
            "height": _short(height - stroke),
            "fill": "currentColor" if look == "full" else "none",
        }
        if stroke:
            attributes |= {"stroke": "currentColor", "stroke-width": "1.6" if look == "full" else "1"}
        if look == "full" and has_text:
            attributes["fill-opacity"] = ".16"
        if look == "empty":
            attributes["stroke-dasharray"] = "2 3"
        SubElement(self._root, "rect", attributes)

    def line(self, points: Iterable[tuple[float, float]], *, is_dashed: bool = False, width: float = 1.0) -> None:
        """Draw a line through some points."""
        path = " ".join(f"{_short(x)},{_short(y)}" for x, y in points)
        attributes = {"points": path, "fill": "none", "stroke": "currentColor", "stroke-width": _short(width)}
        if is_dashed:
            attributes["stroke-dasharray"] = "4 3"
        SubElement(self._root, "polyline", attributes)

    def arrow(self, points: Sequence[tuple[float, float]]) -> None:
        """Draw a line through some points with a head at its end; its last piece is upright or level."""
        *_, (x0, y0), (x, y) = points
        dx, dy = (0, 1 if y > y0 else -1) if abs(y - y0) > abs(x - x0) else (1 if x > x0 else -1, 0)
        base = (x - 6 * dx, y - 6 * dy)
        self.line([*points[:-1], base], width=1.4)
        sides = [(base[0] - 4 * dy, base[1] - 4 * dx), (base[0] + 4 * dy, base[1] + 4 * dx)]
        path = " ".join(f"{_short(left)},{_short(top)}" for left, top in [(x, y), *sides])
        SubElement(self._root, "polygon", {"points": path, "fill": "currentColor"})

    def svg(self, title: str, description: str) -> str:
        """Return the drawing as an element for an HTML page, with its words for screen readers."""
        height = self.bottom + 2
        self._root.attrib = {
            "class": "picture",
            "role": "img",
            "width": _short(WIDTH),
            "height": _short(height),
            "viewBox": f"0 0 {_short(WIDTH)} {_short(height)}",
            "font-family": FONTS[False],
        }
        for tag, words in (("desc", description), ("title", title)):
            element = Element(tag)
            element.text = words
            self._root.insert(0, element)
        for element in self._root:
            element.tail = "\n"  # keeps words apart where SVG is not known, as in text browsers
        return tostring(self._root, "unicode")


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
