"""A quiz as one HTML page that needs nothing else: it marks answers itself, and prints with a key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from grader.core import escape
from grader.course.solutions import Solutions
from grader.files import html_page, markdown
from grader.questions.numeric import judge_number, parse_number
from grader.questions.quiz.instance import Instance, ask, shuffled
from grader.questions.quiz.parse_choice import letter
from grader.questions.quiz.quiz_models import Matching, Quiz

HERE = Path(__file__).parent / "template"


class ShownChoice(NamedTuple):
    """Something to choose, and what is said about it afterwards."""

    number: int
    """Its place in the file, counted from 0."""
    label: str
    """The letter or number that stands before it."""
    text: str
    words: str
    is_right: bool = False


class ShownQuestion(NamedTuple):
    """A question for the template."""

    number: int
    asked: Instance
    choices: list[ShownChoice]
    lefts: list[ShownChoice]
    """For matching, what the choices belong to."""


def render(quiz: Quiz, solutions: Solutions, seed: str) -> bytes:
    """Return the page of a quiz, in UTF-8; the seed decides about order and numbers."""
    style = (HERE / "quiz.css").read_text("utf-8") + markdown.CSS
    shown = list(_questions(quiz, solutions, seed))
    worked = {each.number: each.asked.worked for each in shown if each.asked.worked}
    facts = {str(number): judge_number.page_facts(each.question, each.numbers) for number, each in worked.items()}
    names = ["numbers.js", "quiz.js"] if facts else ["quiz.js"]
    script = "".join((HERE / name).read_text("utf-8") for name in names)
    templates = html_page.environment(HERE)
    templates.filters.update(html=html, plain=markdown.to_plain, excerpt=_excerpt)
    text = templates.get_template("quiz.html").render(
        quiz=quiz,
        title=markdown.to_plain(quiz.title),
        questions=shown,
        data={"tables": parse_number.for_page(), **facts} if facts else {},
        style=Markup(style),
        script=Markup(script),
        policy=html_page.policy(style, script),
    )
    return text.encode()


def html(text: str) -> Markup:
    """Return marked-up text as HTML."""
    return Markup(markdown.to_html(text))


def _excerpt(text: str) -> str:
    return "\n".join(map(escape.line, text.rstrip().split("\n")))


def _questions(quiz: Quiz, solutions: Solutions, seed: str) -> Iterator[ShownQuestion]:
    """Yield the questions in the order of the seed."""
    for number, place in enumerate(shuffled(len(quiz.questions), f"{seed} {quiz.id}"), 1):
        asked = ask(quiz, quiz.questions[place], solutions, seed)
        lefts = []
        choices = [
            ShownChoice(index, letter(place), each.text, each.words, each.is_right)
            for place, index in enumerate(asked.order)
            for each in [asked.question.choices[index]]
        ]
        if isinstance(asked.question, Matching):
            pairs = enumerate(asked.question.pairs)
            lefts = [ShownChoice(index, str(index + 1), pair.left, pair.reveals) for index, pair in pairs]
        yield ShownQuestion(number, asked, choices, lefts)
