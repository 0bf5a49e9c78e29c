"""The cheat sheet: its models, and its page for the screen and one sheet of paper; `cheat_sheet_file` loads it."""

from __future__ import annotations

import re
from typing import Literal

from markupsafe import Markup

from flashcards import TEMPLATES
from grader.core.yaml_model import yaml_model
from grader.files import fonts, html_page, markdown

Paper = Literal["a4", "letter"]
SIZES = {"a4": "A4 portrait", "letter": "letter portrait"}
"""What CSS calls the papers."""
_UNBROKEN = re.compile(r"<[^>]*>|(?<=[\w)]) (=|≥|&lt;|&gt;) (?=[\w.(])|(?<![\w.])\.(?=\d)")
"""A tag, which stays; a sign between a name and its value; and the point of a number such as `.9`."""


@yaml_model
class Row:
    """One thing to know, or one line of a table; in a loaded sheet its text is put together and its figures are filled in."""

    term: str | None = None
    """What it is about; a card's question if it is left out."""
    text: str | None = None
    """What there is to know, as marked-up text; it comes after what is taken from an exercise or a card."""
    exercise: str | None = None
    """The id of the exercise whose objective is taken, or in a loaded sheet the one to look at."""
    card: str | None = None
    """The id of the card whose answer is taken."""
    sentences: int | None = None
    """How many sentences of the card's answer are taken; all if it is left out."""
    cells: tuple[str, ...] | None = None
    """The cells of a line of a table, from left to right."""


@yaml_model
class Section:
    """What belongs together: a list of things to know, or a table."""

    title: str
    """The heading."""
    rows: tuple[Row, ...]
    """From top to bottom."""
    columns: tuple[str, ...] = ()
    """The headings of a table's columns; without any it is a list."""
    note: str | None = None
    """What is said below."""
    figures: str | None = None
    """The function in `solutions/flashcards/` that computes the numbers written as `{{ name }}`."""
    is_wide: bool = False
    """Whether it stands below the columns of the page, side by side with others like it."""


@yaml_model
class Sheet:
    """One page to keep beside the keyboard."""

    id: str
    """The name of its file, with a hyphen."""
    title: str
    """What stands at the top."""
    lead: str
    """What is said below the title."""
    sections: tuple[Section, ...]
    """In reading order."""


def render(sheet: Sheet, paper: Paper, *, for_screen: bool = True) -> str:
    """Return the page.

    Args:
        for_screen: Whether it brings the fonts and what a browser needs; `write_pdf` has the fonts, and no screen.
    """
    templates = html_page.environment(TEMPLATES)
    templates.filters["marked_up"] = _marked_up
    style = (TEMPLATES / "cheat_sheet.css").read_text("utf-8").replace("PAPER", SIZES[paper]) + markdown.CSS
    if for_screen:
        style = fonts.css() + style + (TEMPLATES / "cheat_sheet_screen.css").read_text("utf-8")
    return templates.get_template("cheat_sheet.html").render(
        sheet=sheet,
        lists=[section for section in sheet.sections if not section.is_wide],
        bands=[section for section in sheet.sections if section.is_wide],
        style=Markup(style),
        policy=f"{html_page.policy(style)}; font-src data:",
    )


def _marked_up(text: str) -> Markup:
    """Write marked-up text as HTML in which `p = .9` is not broken; WeasyPrint breaks even behind the point."""
    return Markup(_UNBROKEN.sub(_joined, markdown.to_html(text)))


def _joined(found: re.Match[str]) -> str:
    if found[0].startswith("<"):
        return found[0]
    return f"\u00a0{found[1]}\u00a0" if found[1] else ".\u2060"
