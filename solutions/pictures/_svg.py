"""Draw bars, rows of cells, and steps with arrows as SVG; text stays text, and has the color of the text around it."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

WIDTH = 360.0
"""Units in the width of every drawing: on a phone, a unit is a little less than a pixel."""
TEXT, MEDIUM, SMALL = 15.0, 14.0, 13.0
"""Font sizes in units."""
LETTER = 0.6
"""Width of a letter, in font sizes: exact for the monospaced font, and more than the average of the other."""
SANS = "'Card Sans', system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', sans-serif"
MONO = "'Card Mono', 'Card Sans', ui-monospace, 'Liberation Mono', monospace"
BETWEEN = 14.0
"""Units between two parts."""
ROW, BAR = 24.0, 16.0
"""Height of a row of bars, and of the bar in it."""
CELL, GAP, BRANCH = 26.0, 4.0, 16.0
"""Height of a cell, and the room between two rows of cells, and for the lines of a tree."""
WIDEST_LABEL = 100.0
"""Labels that are wider go above their row."""
LINE, ARROW, SIDE = 18.0, 30.0, 26.0
"""Height of a line in a step, and of an arrow; the room at the right for the one that leads back."""
Part = Mapping[str, Any]
Cells = Sequence[Part]


def svg(picture: Part) -> str:
    """Return a picture, a dictionary with `title`, `description` and `parts`, as an SVG file.

    The parts stand below one another. Each has a `kind`: see `_draw_bars`, `_draw_strips` and `_draw_flow` for the rest of its keys.
    """
    canvas = Canvas()
    for number, part in enumerate(picture["parts"]):
        canvas.bottom += BETWEEN * (number > 0)
        {"bars": _draw_bars, "strips": _draw_strips, "flow": _draw_flow}[part["kind"]](canvas, part)
    return canvas.svg(picture["title"], picture["description"])


class Canvas:
    """A drawing that grows downwards; `bottom` is where the next part begins."""

    def __init__(self) -> None:
        self._root = Element("svg")
        self.bottom = 0.0

    def text(
        self, x: float, y: float, words: str, size: float = TEXT, anchor: str = "start", *, is_bold=False, is_mono=False
    ) -> None:
        """Write a text whose baseline is at y."""
        attributes = {"x": _short(x), "y": _short(y), "font-size": _short(size), "fill": "currentColor"}
        attributes |= {"text-anchor": anchor} if anchor != "start" else {}
        attributes |= {"font-family": MONO} if is_mono else {}
        attributes |= {"font-weight": "600"} if is_bold else {}
        SubElement(self._root, "text", attributes).text = words

    def box(self, x: float, y: float, width: float, height: float, look: str, *, has_text: bool = False) -> None:
        """Draw a box: `full`, `light` (an outline) or `empty` (dashed); a full one with text on it is only tinted."""
        stroke = 1.0 if look != "full" or has_text else 0.0
        attributes = {
            "class": f"{look} tinted" if has_text else look,
            "x": _short(x + stroke / 2),
            "y": _short(y + stroke / 2),
            "width": _short(max(width - stroke, 0.5)),
            "height": _short(height - stroke),
            "fill": "currentColor" if look == "full" else "none",
        }
        if stroke:
            attributes |= {"stroke": "currentColor", "stroke-width": "1.6" if look == "full" else "1"}
        attributes |= {"fill-opacity": ".16"} if look == "full" and has_text else {}
        attributes |= {"stroke-dasharray": "2 3"} if look == "empty" else {}
        SubElement(self._root, "rect", attributes)

    def line(self, points: Iterable[tuple[float, float]], width: float = 1.0, *, is_dashed: bool = False) -> None:
        """Draw a line through some points."""
        attributes = {"points": _path(points), "fill": "none", "stroke": "currentColor", "stroke-width": _short(width)}
        attributes |= {"stroke-dasharray": "4 3"} if is_dashed else {}
        SubElement(self._root, "polyline", attributes)

    def arrow(self, points: Sequence[tuple[float, float]]) -> None:
        """Draw a line through some points with a head at its end; its last piece is upright or level."""
        *_, (x0, y0), (x, y) = points
        dx, dy = (0, 1 if y > y0 else -1) if abs(y - y0) > abs(x - x0) else (1 if x > x0 else -1, 0)
        base = (x - 6 * dx, y - 6 * dy)
        self.line([*points[:-1], base], 1.4)
        sides = [(base[0] - 4 * dy, base[1] - 4 * dx), (base[0] + 4 * dy, base[1] + 4 * dx)]
        SubElement(self._root, "polygon", {"points": _path([(x, y), *sides]), "fill": "currentColor"})

    def svg(self, title: str, description: str) -> str:
        """Return the drawing with its words for screen readers."""
        width, height = _short(WIDTH), _short(self.bottom + 2)
        self._root.attrib = {"xmlns": "http://www.w3.org/2000/svg", "class": "picture", "role": "img", "width": width}
        self._root.attrib |= {"height": height, "viewBox": f"0 0 {width} {height}", "font-family": SANS}
        for tag, words in (("desc", description), ("title", title)):
            element = Element(tag)
            element.text = words
            self._root.insert(0, element)
        for element in self._root:
            element.tail = "\n"  # keeps words apart where SVG is not known, as in text browsers
        return tostring(self._root, "unicode") + "\n"


def _draw_bars(canvas: Canvas, part: Part) -> None:
    """Draw `rows` of a `label`, texts in `shown`, and a bar as long as `value`, filled by `look`.

    `most` is the value of a full bar, `columns` are headings, a line of `cuts` follows a row, `limit` crosses all bars.
    """
    rows, limit = part["rows"], part.get("limit")
    scale = part.get("most") or max(row["value"] for row in rows) or 1
    width = 1 + max(len(row.get("shown", ())) for row in rows)
    texts = [part.get("columns", ()), *((row["label"], *row.get("shown", ())) for row in rows)]
    table = [(*line, *[""] * width)[:width] for line in texts]
    ends = _column_ends(table)
    start, y = ends[-1] + 10, _write_title(canvas, part, ROW)
    room = WIDTH - start
    if part.get("columns"):
        _write_columns(canvas, y + 13, table[0], ends, SMALL)
        y += 20
    if limit:
        at, half = start + room * min(1.0, limit["value"] / scale), width_of(limit["label"], SMALL) / 2
        canvas.text(max(half, min(at, WIDTH - half)), y + 12, limit["label"], SMALL, "middle")
        y += 18
    top = y
    for number, (row, line) in enumerate(zip(rows, table[1:], strict=True), start=1):
        _write_columns(canvas, y + 17, line, ends, MEDIUM)
        if row["value"]:
            canvas.box(start, y + 4, max(1.5, room * row["value"] / scale), BAR, row.get("look", "full"))
        y += ROW
        for cut in (cut for cut in part.get("cuts", ()) if cut["after"] == number):
            canvas.text(WIDTH, y + 14, f"▲ {cut['label']}", SMALL, "end")
            canvas.line([(0, y + 2), (WIDTH, y + 2)], is_dashed=True)
            y += 22
    if limit:
        canvas.line([(at, top), (at, y)], 1.6, is_dashed=True)
    canvas.bottom = y


def _column_ends(table: Sequence[Sequence[str]]) -> list[float]:
    """Return where each column of a table ends; its first row has small letters."""
    widths = [
        max(width_of(text, MEDIUM if at else SMALL) for at, text in enumerate(column))
        for column in zip(*table, strict=True)
    ]
    return [each + 10 * index for index, each in enumerate(accumulate(widths))]


def _write_columns(canvas: Canvas, y: float, texts: Sequence[str], ends: Sequence[float], size: float) -> None:
    for index, (words, end) in enumerate(zip(texts, ends, strict=True)):
        if words:
            canvas.text(end if index else 0, y, words, size, "end" if index else "start")


def _write_title(canvas: Canvas, part: Part, height: float) -> float:
    """Write the heading of a part if it has one; return where the rest begins."""
    if not part.get("title"):
        return canvas.bottom
    canvas.text(0, canvas.bottom + 15, part["title"], is_bold=True)
    return canvas.bottom + height


def _draw_strips(canvas: Canvas, part: Part) -> None:
    """Draw `rows` of `cells` with a `label` and a `note`; a cell has a `text`, a `look` and a `span`.

    The cells are a grid or, if it `is_scaled`, a scale of the full width. In one that `is_tree`, lines lead from each cell
    to the one below it. `ticks` and `marks` have places `at` a distance from the left, `legend` has the meanings of looks.
    """
    rows, is_scaled = part["rows"], part.get("is_scaled", False)
    cells = [cell for row in rows for cell in row["cells"]]
    total = max(sum(map(_span, row["cells"])) for row in rows) or 1
    widest = max(width_of(row.get("label", ""), MEDIUM) for row in rows)
    is_beside = 0 < widest <= WIDEST_LABEL
    left = widest + 10 if is_beside else 0.0
    right = max(width_of(row.get("note", ""), SMALL) for row in rows)
    unit = (WIDTH - left - (right + 10 if right else 0)) / total
    if not is_scaled:
        unit = min(
            unit,
            max(CELL, *((width_of(each["text"], MEDIUM) + 8) / _span(each) for each in cells if each.get("text")), 0),
        )
    y = _draw_marks(canvas, part.get("marks", ()), left, _write_title(canvas, part, CELL), unit)
    for number, row in enumerate(rows):
        if part.get("is_tree") and number:
            y = _draw_branches(canvas, rows[number - 1]["cells"], row["cells"], left, y, unit)
        if row.get("label") and not is_beside:
            canvas.text(0, y + 14, row["label"], MEDIUM)
            y += 20
        y = _draw_row(canvas, row["cells"], left, y, unit, is_scaled=is_scaled)
        if is_beside:
            canvas.text(0, y - GAP - 8, row.get("label", ""), MEDIUM)
        if row.get("note"):
            canvas.text(left + total * unit + 10, y - GAP - 8, row["note"], SMALL)
    y = _draw_ticks(canvas, part.get("ticks", ()), left, y, unit)
    canvas.bottom = _draw_legend(canvas, part, y, has_words=any(map(_has_text, cells)))


def _draw_legend(canvas: Canvas, part: Part, y: float, *, has_words: bool) -> float:
    """Draw the meanings of looks and the note below a grid; return where they end."""
    for entry in part.get("legend", ()):
        canvas.box(0, y + 5, 14, 14, entry["look"], has_text=entry["look"] == "full" and has_words)
        canvas.text(22, y + 16, entry["label"], SMALL)
        y += 21
    if part.get("note"):
        canvas.text(0, y + 15, part["note"], SMALL)
        y += 20
    return y


def _draw_marks(canvas: Canvas, marks: Sequence[Part], left: float, y: float, unit: float) -> float:
    """Draw the arrows above the rows; return where the rows begin."""
    for mark in marks:
        x, half = left + mark["at"] * unit, width_of(mark["label"]) / 2
        canvas.text(max(half, min(x, WIDTH - half)), y + 14, mark["label"], anchor="middle", is_bold=True)
        canvas.arrow([(x, y + 19), (x, y + 37)])
    return y + (38 if marks else 0)


def _draw_branches(canvas: Canvas, upper: Cells, lower: Cells, left: float, y: float, unit: float) -> float:
    """Draw lines from each cell of a row to the one below that it goes into; return where the next row begins."""
    ends, middles = list(accumulate(map(_span, lower))), _middles(lower)
    for start in _middles(upper):
        end = middles[next(at for at, end in enumerate(ends) if start < end)]
        canvas.line([(left + start * unit, y - GAP), (left + end * unit, y - GAP + BRANCH)])
    return y - GAP + BRANCH


def _draw_row(canvas: Canvas, cells: Cells, left: float, y: float, unit: float, *, is_scaled: bool) -> float:
    """Draw the cells of a row, and above them the texts that do not fit; return where the next row begins."""
    spots = [(left + at * unit, cell.get("text", "")) for at, cell in zip(_middles(cells), cells, strict=True)]
    fits = [width_of(text, MEDIUM) <= _span(cell) * unit - 3 for (_, text), cell in zip(spots, cells, strict=True)]
    outside = [spot for spot, is_inside in zip(spots, fits, strict=True) if not is_inside]
    places = staggered([(at, width_of(text, MEDIUM)) for at, text in outside], WIDTH, 6)
    rows = max((row for _, row in places), default=-1) + 1
    top, inset, x = y + 18 * rows, 0.0 if is_scaled else 1.0, left
    for cell in cells:
        width = _span(cell) * unit
        canvas.box(x + inset, top, width - 2 * inset, CELL, cell.get("look", "light"), has_text=_has_text(cell))
        x += width
    for (at, text), is_inside in zip(spots, fits, strict=True):
        if is_inside and text:
            canvas.text(at, top + 18, text, MEDIUM, "middle", is_mono=not is_scaled)
    for (at, text), (middle, row) in zip(outside, places, strict=True):
        base = y + 18 * (rows - row) - 5
        canvas.text(middle, base, text, MEDIUM, "middle")
        canvas.line([(at, base + 3), (at, top)])
    return top + CELL + GAP


def _draw_ticks(canvas: Canvas, ticks: Sequence[Part], left: float, y: float, unit: float) -> float:
    """Draw the scale below the rows; return where it ends."""
    spots = [(left + tick["at"] * unit, width_of(tick["label"], SMALL)) for tick in ticks]
    places = staggered(spots, WIDTH, 3)
    for tick, (x, _), (middle, row) in zip(ticks, spots, places, strict=True):
        canvas.line([(x, y - GAP), (x, y + 2 + 17 * row)])
        canvas.text(middle, y + 14 + 17 * row, tick["label"], SMALL, "middle")
    return y + 17 * (max((row for _, row in places), default=-1) + 1) + (4 if ticks else 0)


def _draw_flow(canvas: Canvas, part: Part) -> None:
    """Draw `steps`: boxes with a `name` and a `text`, which may be code, and words at the arrow to what comes `then`.

    `back` is an arrow from its `start` to its `end`, by their names, with a `label`.
    """
    steps, back, y = part["steps"], part.get("back"), canvas.bottom
    width, middles = WIDTH - (SIDE if back else 0), {}
    for number, step in enumerate(steps):
        is_code = step.get("is_code", False)
        size, letter = (SMALL, LETTER) if is_code else (MEDIUM, 0.54)
        lines = textwrap.wrap(step.get("text", ""), int((width - 24) / (size * letter)))
        height = LINE * (1 + len(lines)) + 12
        canvas.box(0, y, width, height, "light")
        canvas.text(12, y + 20, step["name"], is_bold=True)
        for at, line in enumerate(lines, start=1):
            canvas.text(12, y + 19 + LINE * at, line, size, is_mono=is_code)
        middles[step["name"]] = y + height / 2
        y += height
        if number + 1 < len(steps):
            canvas.arrow([(24, y), (24, y + ARROW)])
            canvas.text(38, y + 20, step.get("then", ""), MEDIUM)
            y += ARROW
    if back:
        low, high, x = middles[back["start"]], middles[back["end"]], WIDTH - 6
        canvas.arrow([(width, low), (x, low), (x, high), (width, high)])
        canvas.text(WIDTH, y + 18, f"↑ {back['label']}", MEDIUM, "end")
        y += 22
    canvas.bottom = y


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


def _middles(cells: Cells) -> list[float]:
    return [end - _span(cell) / 2 for end, cell in zip(accumulate(map(_span, cells)), cells, strict=True)]


def _has_text(cell: Part) -> bool:
    """Return whether a cell is full and has text on it, so that it is only tinted."""
    return cell.get("look") == "full" and bool(cell.get("text"))


def _span(cell: Part) -> float:
    return cell.get("span", 1)


def _path(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{_short(x)},{_short(y)}" for x, y in points)


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
