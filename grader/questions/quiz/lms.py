"""A quiz for learning platforms: Moodle's XML, and a package of QTI 1.2, which Canvas and others read."""

import re
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from pathlib import Path

from grader.core.escape import line
from grader.course.course import Solutions
from grader.files import html_page, markdown
from grader.files.archive import stored_zip
from grader.questions.lms_item import LmsItem
from grader.questions.numeric.rounding import Item
from grader.questions.question import QuizQuestion
from grader.questions.quiz.models import Quiz, ask

HERE = Path(__file__).parent / "template"
ASSESSMENT = "quiz.xml"
"""The quiz within a package of QTI."""


def moodle(quiz: Quiz, solutions: Solutions, seed: str) -> bytes:
    """Return a file for Moodle's question bank; the seed decides about order and numbers."""
    return _rendered("moodle.xml", quiz, solutions, seed)


def qti(quiz: Quiz, solutions: Solutions, seed: str) -> bytes:
    """Return a zip file with the quiz and its manifest; the seed decides about order and numbers."""
    drawn = {_picture_file(question): _picture_content(question) for question in quiz.questions if question.drawn}
    return stored_zip({
        ASSESSMENT: _rendered("qti.xml", quiz, solutions, seed),
        "imsmanifest.xml": _rendered("imsmanifest.xml", quiz, solutions, seed, pictures=sorted(drawn)),
        **drawn,
    })  # fmt: skip


def _rendered(name: str, quiz: Quiz, solutions: Solutions, seed: str, pictures: Sequence[str] = ()) -> bytes:
    asked = [ask(quiz, question, solutions, seed) for question in quiz.questions]
    filters: html_page.Filters = {"html": _html, "plain": _plain, "number": _number, "stem": _stem, "percent": _percent}
    filters = {**filters, "picture_file": _picture_file, "base64": _in_base64}
    template = html_page.environment(HERE, filters).get_template(name)
    rows = [(own.question, item) for own in asked for item in own.lms_items()]
    ident = re.sub(r"[^a-z0-9]+", "_", quiz.id)
    return template.render(quiz=quiz, ident=ident, rows=rows, assessment=ASSESSMENT, pictures=pictures).encode()


def _picture_file(question: QuizQuestion) -> str:
    return f"{(question.picture or '').replace('/', '-')}.svg"


def _picture_content(question: QuizQuestion) -> bytes:
    """Return a question's picture without its title, black on white."""
    svg = question.drawn.unnamed if question.drawn else ""
    return svg.replace("<svg", '<svg style="background:#fff;color:#000"', 1).encode()


def _in_base64(question: QuizQuestion) -> str:
    return b64encode(_picture_content(question)).decode()


def _plain(text: str) -> str:
    return line(" ".join(markdown.to_plain(text).split()))


def _stem(item: LmsItem, question: QuizQuestion, folder: str = "") -> str:
    """Return what is asked, as `_html` does, with the picture's file in a folder."""
    part = f"Number {item.part} of {item.parts} that are asked for:" if item.parts > 1 else ""
    asked = _html(f"{question.question}\n\n{part} {item.lead}", question.excerpt)
    if not question.drawn:
        return asked
    words = escape(_plain(question.drawn.description))
    return f'{asked}<p><img src="{folder}{_picture_file(question)}" alt="{words}" width="360"></p>'


def _html(text: str, excerpt: str | None = None) -> str:
    """Return a text as HTML in a string, which the template escapes once more; formulas are in characters."""
    written = "".join(f"<p>{escape(_plain(part))}</p>" for part in text.split("\n\n") if part.strip())
    rows = "\n".join(map(line, excerpt.rstrip().split("\n"))) if excerpt else ""
    return f"{written}<pre>{escape(rows)}</pre>" if rows else written


def _number(value: Item) -> str:
    """Write a number with twelve digits, far more than any tolerance; words stay as they are."""
    return value if isinstance(value, str) else f"{value:.12g}"


def _percent(share: float) -> str:
    """Write a share in percent, with the five decimals by which Moodle knows it."""
    return f"{100 * share:.5f}".rstrip("0").rstrip(".")


FORMATS = {".xml": moodle, ".zip": qti}
"""The function that writes a file, by its ending."""
