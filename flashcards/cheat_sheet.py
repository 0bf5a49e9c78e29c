"""The cheat sheet: its models, and its page for the screen and one sheet of paper; `cheat_sheet_file` loads it."""

from __future__ import annotations

import re

from markupsafe import Markup

from flashcards import TEMPLATES
from grader.core.models import yaml_model
from grader.files import html_page, markdown
from grader.files.html_page import PAPER_SIZES, Paper

_UNBROKEN = re.compile(r"<[^>]*>|(?<=[\w)]) (=|≥|&lt;|&gt;) (?=[\w.(])|(?<![\w.])\.(?=\d)")
"""Matches a tag (left alone), an operator between a name and its value, and the point of a number such as `.9`."""


@yaml_model
class Row:
    """A term with its explanation, or a table row; in a loaded sheet the text is complete and its figures filled in."""

    term: str | None = None
    """The term explained; default: the question of the card."""
    text: str | None = None
    """The explanation, as marked-up text; it follows the text copied from an exercise or a card."""
    exercise: str | None = None
    """The id of the exercise whose objective is copied; in a loaded sheet, of the exercise to link to."""
    card: str | None = None
    """The id of the card whose answer is copied."""
    sentences: int | None = None
    """How many sentences of the card's answer are copied; default: all."""
    cells: tuple[str, ...] | None = None
    """The cells of a table row, from left to right."""


@yaml_model
class Section:
    """A list of terms, or a table."""

    title: str
    """The heading."""
    rows: tuple[Row, ...]
    """From top to bottom."""
    columns: tuple[str, ...] = ()
    """The column headings of a table; empty for a list."""
    note: str | None = None
    """A note below the rows."""
    figures: str | None = None
    """The function in `solutions/flashcards/` that computes the numbers written as `{{ name }}`."""
    is_wide: bool = False
    """Whether the section goes below the columns of the page, side by side with other wide ones."""


@yaml_model
class Sheet:
    """A one-page summary of the course."""

    id: str
    """The name of its file, with a hyphen."""
    title: str
    """The title at the top of the page."""
    lead: str
    """The sentence below the title."""
    sections: tuple[Section, ...]
    """In reading order."""


def render(sheet: Sheet, paper: Paper, *, for_screen: bool = True) -> str:
    """Render the sheet as an HTML page.

    Args:
        sheet: The loaded cheat sheet.
        paper: The paper to fit on.
        for_screen: Embed the fonts and the screen style; `write_pdf` loads the fonts itself and needs no screen style.
    """
    style = (TEMPLATES / "cheat_sheet.css").read_text("utf-8").replace("PAPER", PAPER_SIZES[paper]) + markdown.CSS
    if for_screen:
        style = html_page.font_css() + style + (TEMPLATES / "cheat_sheet_screen.css").read_text("utf-8")
    return html_page.page(
        TEMPLATES,
        "cheat_sheet.html",
        style,
        has_fonts=True,
        filters={"marked_up": _marked_up},
        sheet=sheet,
        lists=[section for section in sheet.sections if not section.is_wide],
        bands=[section for section in sheet.sections if section.is_wide],
    )


def _marked_up(text: str) -> Markup:
    """Convert marked-up text to HTML that keeps `p = .9` on one line; WeasyPrint would even break after the point."""
    return Markup(_UNBROKEN.sub(_joined, markdown.to_html(text)))


def _joined(found: re.Match[str]) -> str:
    if found[0].startswith("<"):
        return found[0]
    return f"\u00a0{found[1]}\u00a0" if found[1] else ".\u2060"
