"""Worksheets and keys as HTML, for the screen, for a browser's printer, and for PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from grader.core import escape
from grader.files import html_page, markdown
from grader.files.html_page import PAPER_SIZES, Paper
from grader.questions.numeric.numeric_question import NumericQuestion
from grader.questions.numeric.parse_number import AnswerKind
from grader.questions.worksheet import answer_key
from grader.questions.worksheet.variant import Variant, minus
from grader.questions.worksheet.worksheet_file import WorksheetStep, labels_of

HERE = Path(__file__).parent / "template"
CHUNK = 10
"""Students per document: WeasyPrint takes more memory, and more time a page, the longer a document is."""
LONGEST_NAME = 60

Which = Literal["sheet", "key"]


def title_of(variants: Sequence[Variant], which: Which) -> str:
    """Return the title of a document with the sheets of some students, or with their keys."""
    title = markdown.to_plain(variants[0].sheet.title)
    return title if which == "sheet" else f"Key to {title}"


def chunk_count(variants: Sequence[Variant]) -> int:
    """Return how many documents `chunks` yields."""
    return -(-len(variants) // CHUNK)


def chunks(variants: Sequence[Variant], which: Which, paper: Paper) -> Iterator[str]:
    """Yield documents for `write_pdf`, each with the sheets or the keys of a few students."""
    for start in range(0, len(variants), CHUNK):
        yield render(variants[start : start + CHUNK], which, paper, for_screen=False)


def render(variants: Sequence[Variant], which: Which, paper: Paper, *, for_screen: bool = True) -> str:
    """Return one document with the sheets, or the keys, of students.

    With `for_screen` it embeds the fonts and styles that a browser needs; `write_pdf` has its own fonts.
    """
    style = _style(variants[0], which, paper, for_screen=for_screen)
    return html_page.page(
        HERE,
        f"{which}.html",
        style,
        has_fonts=True,
        filters={"minus": minus, "named": _named},
        title=title_of(variants, which),
        variants=[(each, _parts(each, which)) for each in variants],
    )


def _style(variant: Variant, which: Which, paper: Paper, *, for_screen: bool) -> str:
    """Return the style sheet, the height of each step's room included, since the policy allows no inline style."""
    rooms = [f".step-{place} .room{{height:{step.room_mm:g}mm}}" for place, step in enumerate(variant.sheet.steps, 1)]
    names = ["common", which, "screen"] if for_screen else ["common", which]
    style = "".join((HERE / f"{name}.css").read_text("utf-8") for name in names)
    style = style.replace("PAPER", PAPER_SIZES[paper]) + "".join(rooms) + markdown.CSS
    return html_page.font_css() + style if for_screen else style


def _parts(variant: Variant, which: Which) -> list[Any]:
    """Return the steps for the template: with the boxes for their answers, or as the key has them."""
    if which == "key":
        return list(answer_key.steps_of(variant))
    return [(step, _boxes(step, question, variant), question.kind.is_text) for step, question in variant.asked]


def _boxes(step: WorksheetStep, question: NumericQuestion, variant: Variant) -> list[str]:
    """Return the label above each answer box; a single box needs none."""
    labels = labels_of(step, variant.numbers)
    if labels or question.kind is AnswerKind.TOKENS or question.kind is AnswerKind.PIECES or not question.kind.is_list:
        return labels or [""]
    return [str(number) for number in range(1, len(question.answer(variant.numbers)) + 1)]


def _named(variant: Variant) -> str:
    """Return the student's name and id in one line of bounded length."""
    parts = [variant.name, f"({variant.student})"] if variant.name else [variant.student]
    return escape.cut(escape.line(" ".join(parts)), LONGEST_NAME)
