"""Make the page of a finished course, for the screen, for paper and as PDF."""

from __future__ import annotations

from pathlib import Path

from grader.files import html_page
from grader.learner.finish.finished_course import FinishedCourse

HERE = Path(__file__).parent / "template"


def render(done: FinishedCourse, *, for_screen: bool = True) -> str:
    """Return the page; `write_pdf` brings the fonts itself."""
    style = (HERE / "finish.css").read_text("utf-8")
    style = html_page.font_css() + style if for_screen else style
    return html_page.page(HERE, "finish.html", style, has_fonts=True, filters={"curly": _curly}, done=done)


def _curly(text: str) -> str:
    return text.replace("'", "’")
