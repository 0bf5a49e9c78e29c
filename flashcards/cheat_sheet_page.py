"""The cheat sheet as one HTML page for the screen and for one sheet of paper, which needs nothing else."""

from __future__ import annotations

import re
from typing import Literal

from markupsafe import Markup

from flashcards import TEMPLATES
from flashcards.cheat_sheet import Sheet
from grader.files import fonts, html_page, markdown

Paper = Literal["a4", "letter"]
SIZES = {"a4": "A4 portrait", "letter": "letter portrait"}
"""What CSS calls the papers."""


_UNBROKEN = re.compile(r"<[^>]*>|(?<=[\w)]) (=|≥|&lt;|&gt;) (?=[\w.(])|(?<![\w.])\.(?=\d)")
"""A tag, which stays; a sign between a name and its value; and the point of a number such as `.9`."""


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
