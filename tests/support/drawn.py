"""The marks on the pages of a PDF and their places in millimetres: filled boxes, lines and pieces of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MM_PER_POINT = 25.4 / 72

Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Drawn:
    """One thing on a page: its outermost edges, and its color as the PDF writes it."""

    kind: str
    """`box`, `line` or `text`."""
    left: float
    top: float
    right: float
    bottom: float
    color: tuple[float, ...]
    text: str = ""

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Return where it lies."""
        return self.left, self.top, self.right, self.bottom


def drawn(page: Any) -> list[Drawn]:
    """Return what is drawn on a page, a `pikepdf.Page`, in the order of drawing."""
    return list(_Reader(page).read())


class _Reader:
    """Follows the operators of a page, as far as WeasyPrint and Chromium use them."""

    def __init__(self, page: Any) -> None:
        from pikepdf import parse_content_stream

        self.height = float(page.mediabox[3])
        self.operators = parse_content_stream(page)
        self.resources = [page.Resources]
        self.state: dict[str, Any] = {
            "cm": (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), "fill": (0.0,), "stroke": (0.0,), "font": None, "size": 0.0,
            "spacing": 0.0,
        }  # fmt: skip
        self.kept: list[dict[str, Any]] = []
        self.points: list[tuple[float, float]] = []
        self.tm = self.line = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

    def read(self, operators: Any = None) -> Iterator[Drawn]:
        """Yield what a stream of operators draws."""
        for operands, operator in self.operators if operators is None else operators:
            yield from self.step(str(operator), operands) or ()

    def step(self, operator: str, given: Any) -> Iterator[Drawn] | None:
        """Follow one operator."""
        if operator in ("Tj", "TJ"):
            return self.show([given[0]] if operator == "Tj" else given[0])
        if operator == "Do":
            return self.form(self.resources[-1].XObject[str(given[0])])
        if operator in ("f", "f*", "F", "S", "s", "B", "B*", "b", "n"):
            points, self.points = self.points, []
            is_seen = operator != "n" and points
            return iter([self.shape("line" if operator in "sS" else "box", points)]) if is_seen else None
        self.follow_state(operator, given)
        self.follow_path(operator, given)
        self.follow_text(operator, given)
        return None

    def follow_state(self, operator: str, given: Any) -> None:
        """Follow an operator that sets how things are drawn."""
        match operator:
            case "q":
                self.kept.append(dict(self.state))
            case "Q":
                self.state = self.kept.pop()
            case "cm":
                self.state["cm"] = _times(_floats(given), self.state["cm"])
            case "g" | "rg" | "sc" | "scn":
                self.state["fill"] = _floats(given)
            case "G" | "RG" | "SC" | "SCN":
                self.state["stroke"] = _floats(given)

    def follow_path(self, operator: str, given: Any) -> None:
        """Follow an operator that adds to a path."""
        match operator:
            case "m" | "l":
                self.points.append(self.at(*_floats(given)))
            case "c" | "v" | "y":
                numbers = _floats(given)
                self.points += [self.at(*numbers[place : place + 2]) for place in range(0, len(numbers), 2)]
            case "re":
                x, y, width, height = _floats(given)
                corners = ((x, y), (x + width, y), (x, y + height), (x + width, y + height))
                self.points += [self.at(*corner) for corner in corners]

    def follow_text(self, operator: str, given: Any) -> None:
        """Follow an operator that says where and how text is to stand."""
        match operator:
            case "BT":
                self.tm = self.line = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
            case "Tf":
                self.state["font"] = _Font(self.resources[-1].Font[str(given[0])])
                self.state["size"] = float(given[1])
            case "Tc":
                self.state["spacing"] = float(given[0])
            case "Tm":
                self.tm = self.line = _six(_floats(given))
            case "Td" | "TD":
                self.tm = self.line = _times((1, 0, 0, 1, *_floats(given)), self.line)

    def form(self, form: Any) -> Iterator[Drawn]:
        """Yield what a form draws."""
        from pikepdf import parse_content_stream

        if form.Subtype != "/Form":
            return
        self.kept.append(dict(self.state))
        if "/Matrix" in form:
            self.state["cm"] = _times(_six(_floats(form.Matrix)), self.state["cm"])
        self.resources.append(form.get("/Resources", self.resources[-1]))
        yield from self.read(parse_content_stream(form))
        self.resources.pop()
        self.state = self.kept.pop()

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point lies on paper."""
        a, b, c, d, e, f = self.state["cm"]
        return (a * x + c * y + e) * MM_PER_POINT, (self.height - b * x - d * y - f) * MM_PER_POINT

    def shape(self, kind: str, points: list[tuple[float, float]], text: str = "") -> Drawn:
        """Return what lies within some points."""
        xs, ys = zip(*points, strict=True)
        color = self.state["stroke" if kind == "line" else "fill"]
        return Drawn(kind, min(xs), min(ys), max(xs), max(ys), tuple(color), text)

    def show(self, pieces: Any) -> Iterator[Drawn]:
        """Yield a piece of text, from its baseline up to the height of its font."""
        from pikepdf import String

        font, size, along, text = self.state["font"], self.state["size"], 0.0, ""
        for piece in pieces:
            if isinstance(piece, String):
                codes = font.codes(bytes(piece))
                along += sum(
                    font.widths.get(code, font.default) / 1000 * size + self.state["spacing"] for code in codes
                )
                text += "".join(font.letters.get(code, "?") for code in codes)
            else:
                along -= float(piece) / 1000 * size
        before = self.state["cm"]
        self.state["cm"] = _times(self.tm, before)
        corners = [self.at(x, y) for x in (0, along) for y in (-0.22 * size, 0.75 * size)]
        self.state["cm"] = before
        self.tm = _times((1, 0, 0, 1, along, 0), self.tm)
        if text.strip():
            yield self.shape("text", corners, text)


class _Font:
    """The widths and letters of a font's codes."""

    def __init__(self, font: Any) -> None:
        inner = font.DescendantFonts[0]
        self.default = float(inner.get("/DW", 1000))
        self.widths: dict[int, float] = {}
        table = list(inner.get("/W", []))
        while table:
            first, second = int(table.pop(0)), table.pop(0)
            if hasattr(second, "__len__"):
                self.widths.update({first + place: float(width) for place, width in enumerate(second)})
            else:
                self.widths.update(dict.fromkeys(range(first, int(second) + 1), float(table.pop(0))))
        self.letters = _letters(font.ToUnicode.read_bytes().decode("latin-1"))

    def codes(self, data: bytes) -> list[int]:
        """Return the codes of a string, of two bytes each."""
        return [int.from_bytes(data[place : place + 2], "big") for place in range(0, len(data), 2)]


def _letters(table: str) -> dict[int, str]:
    """Read what a font says its codes stand for."""
    found: dict[int, str] = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for code, letters in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            found[int(code, 16)] = bytes.fromhex(letters).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for first, last, letters in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            start = int.from_bytes(bytes.fromhex(letters), "big")
            for step in range(int(last, 16) - int(first, 16) + 1):
                found[int(first, 16) + step] = chr(start + step)
    return found


def _floats(values: Any) -> tuple[float, ...]:
    return tuple(float(value) for value in values if not str(value).startswith("/"))


def _six(numbers: tuple[float, ...]) -> Matrix:
    a, b, c, d, e, f = numbers
    return a, b, c, d, e, f


def _times(first: tuple[float, ...], second: Matrix) -> Matrix:
    """Apply one matrix, then another."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u
