"""A quiz as one HTML page that needs nothing else: it marks answers itself, and prints with a key."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from grader.core import escape
from grader.course.course import Solutions
from grader.files import html_page, markdown
from grader.questions.numeric.judge import page_facts
from grader.questions.numeric.parse import for_page
from grader.questions.quiz.instance import ask, shuffled
from grader.questions.quiz.models import Quiz
from grader.questions.quiz.parse_choice import letter

HERE = Path(__file__).parent / "template"


def render(quiz: Quiz, solutions: Solutions, seed: str) -> bytes:
    """Return the page of a quiz, in UTF-8; the seed decides about order and numbers."""
    places = shuffled(len(quiz.questions), f"{seed} {quiz.id}")
    asked = [ask(quiz, quiz.questions[place], solutions, seed) for place in places]
    facts = {
        str(number): page_facts(each.numeric, each.numbers)
        | {"lang": quiz.language if each.question.id in quiz.translated else ""}
        for number, each in enumerate(asked, 1)
        if each.numeric
    }
    lang = Markup(' lang="{}"').format(quiz.language) if quiz.language else ""
    names = ["numbers.js", "quiz.js"] if facts else ["quiz.js"]
    return html_page.page(
        HERE,
        "quiz.html",
        (HERE / "quiz.css").read_text("utf-8") + markdown.CSS,
        "".join((HERE / name).read_text("utf-8") for name in names),
        filters={"excerpt": _excerpt, "letter": letter, "marked_up": _marked_up},
        lang=lang,
        quiz=quiz,
        asked=asked,
        title=markdown.to_plain(quiz.title),
        data={"tables": for_page(), **facts} if facts else {},
    ).encode()


def _marked_up(text: str, lang: str) -> Markup:
    """Convert the text of an author to HTML that says its language, if that is not the one of the page."""
    return Markup("<span{}>{}</span>").format(lang, html_page.marked_up(text)) if lang else html_page.marked_up(text)


def _excerpt(text: str) -> str:
    return "\n".join(map(escape.line, text.rstrip().split("\n")))
