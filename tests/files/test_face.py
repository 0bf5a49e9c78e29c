"""One face: on a screen, all pages take colors and sizes of type from one file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from grader.files import html_page

ROOT = Path(html_page.__file__).parents[2]
PAPER = re.compile(r"@media print \{.*?^\}|@page \{.*?^\}|@media screen \{\n  :root .*?\n", re.DOTALL | re.MULTILINE)
"""Rules for paper, which has sizes of its own; and a desk under sheets of paper."""
OWN_SIZE = re.compile(r"font(?:-size)?: [^;}]*?\d(?:rem|px)[^;}]*")
OWN_COLOR = re.compile(r"(?:color|background|border[\w-]*|outline|fill): [^;}]*?#[0-9a-f]{3,6}[^;}]*")
FOR_PAPER = ("sheets.css", "sheet_places.css", "sheets_screen.css")
"""Styles of sheets of cards, which look on a screen as on paper."""


def styles() -> Iterator[tuple[str, str]]:
    for room in ("grader", "flashcards", "solutions"):
        for path in sorted((ROOT / room).rglob("*.css")):
            if path.name not in ("tokens.css", *FOR_PAPER):
                yield path.name, PAPER.sub("", path.read_text("utf-8"))


def test_no_style_for_a_screen_has_a_size_or_a_color_of_its_own() -> None:
    found = [(name, each) for name, text in styles() for kind in (OWN_SIZE, OWN_COLOR) for each in kind.findall(text)]
    assert [each for each in found if "#fff" not in each[1]] == []


def test_every_variable_of_a_style_is_a_token_or_its_own() -> None:
    known = set(re.findall(r"(--[\w-]+):", html_page.tokens()))
    for name, text in styles():
        own = set(re.findall(r"(--[\w-]+):", text))
        assert set(re.findall(r"var\((--[\w-]+)", text)) <= known | own, name
