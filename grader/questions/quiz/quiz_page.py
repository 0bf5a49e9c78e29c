"""A quiz as one HTML page that needs nothing else: it marks answers itself, and prints with a key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from grader.core import escape
from grader.course.solutions import Solutions
from grader.files import html_page, markdown
from grader.questions.numeric import judge_number
from grader.questions.quiz import mark_answer
from grader.questions.quiz.instance import Asked, Worked, ask, shuffled
from grader.questions.quiz.parse_choice import letter
from grader.questions.quiz.quiz_models import Matching, Multiple, Ordering, Quiz, Single, TrueFalse

HERE = Path(__file__).parent / "template"
SCRIPTS = ("reading.js", "number.js", "quiz.js")


class Choice(NamedTuple):
    """Something to choose, and what is said about it afterwards."""

    number: int
    """Its place in the file, counted from 0."""
    label: str
    """The letter or number that stands before it."""
    text: Markup
    plain: str
    words: Markup
    is_right: bool = False


class Shown(NamedTuple):
    """What the template needs to know of a question."""

    number: int
    asked: Asked
    kind: str
    stem: Markup
    choices: list[Choice]
    lefts: list[Choice]
    """For matching, what the choices belong to."""
    key: str
    working: str
    explanation: Markup
    excerpt: str
    command: str
    how: str
    """For a number, what an answer looks like."""


def render(quiz: Quiz, solutions: Solutions, seed: str) -> bytes:
    """Return the page of a quiz, in UTF-8; the seed decides about order and numbers."""
    style = (HERE / "quiz.css").read_text("utf-8") + markdown.CSS
    script = "".join((HERE / name).read_text("utf-8") for name in SCRIPTS)
    shown = list(_questions(quiz, solutions, seed))
    text = (
        html_page.environment(HERE)
        .get_template("quiz.html")
        .render(
            title=markdown.to_plain(quiz.title),
            about=html(quiz.about),
            questions=shown,
            points=sum(each.asked.question.max_score for each in shown),
            data={each.number: facts(each.asked.worked) for each in shown if each.asked.worked},
            style=Markup(style),
            script=Markup(script),
            policy=html_page.policy(style, script),
        )
    )
    return text.encode()


def html(text: str) -> Markup:
    """Return marked-up text as HTML."""
    return Markup(markdown.to_html(text))


def _questions(quiz: Quiz, solutions: Solutions, seed: str) -> Iterator[Shown]:
    """Yield the questions in the order of the seed."""
    for number, place in enumerate(shuffled(len(quiz.questions), f"{seed} {quiz.id}"), 1):
        asked = ask(quiz, quiz.questions[place], solutions, seed)
        question = asked.question
        yield Shown(
            number=number,
            asked=asked,
            kind=question.kind,  # type: ignore[attr-defined]
            stem=html(question.question),
            choices=_choices(asked),
            lefts=_lefts(asked),
            key=mark_answer.key(asked),
            working=mark_answer.working(asked),
            explanation=html(question.explanation),
            excerpt="\n".join(map(escape.line, (question.excerpt or "").rstrip().split("\n"))),
            command=f"learn show {question.exercise.rpartition('/')[2]}",
            how=mark_answer.how_to_write(asked),
        )


def _choices(asked: Asked) -> list[Choice]:
    """Return what can be chosen, in the order in which it is shown."""
    match asked.question:
        case Single() | Multiple():
            parts = [(each.text, each.words, each.is_right) for each in asked.question.options]
        case TrueFalse():
            parts = [(each.text, each.words, each.is_right) for each in asked.question.whys]
        case Ordering():
            parts = [(each.step, each.reveals or "", False) for each in asked.question.steps]
        case Matching():
            parts = [(each.right, "", False) for each in asked.question.pairs]
        case _:
            parts = []
    labelled = [(number, letter(place), parts[number]) for place, number in enumerate(asked.order)]
    return [_choice(number, label, text, words, is_right=right) for number, label, (text, words, right) in labelled]


def _lefts(asked: Asked) -> list[Choice]:
    """Return what a choice is to be found for, one after the other."""
    pairs = asked.question.pairs if isinstance(asked.question, Matching) else ()
    return [_choice(number, str(number + 1), pair.left, pair.reveals) for number, pair in enumerate(pairs)]


def _choice(number: int, label: str, text: str, words: str, *, is_right: bool = False) -> Choice:
    return Choice(number, label, html(text), markdown.to_plain(text), html(words), is_right)


def facts(worked: Worked) -> dict[str, Any]:
    """Return what a page needs to know to read and judge an answer to a numeric question."""
    question, key = worked.question, worked.question.key(worked.numbers)
    return {
        "kind": {
            "name": question.kind.value,
            "ofOne": question.kind.of_one.value,
            "isList": question.kind.is_list,
            "isExact": question.kind.is_exact,
            "isPartOfOne": question.kind.is_part_of_one,
        },
        "unit": question.unit,
        "decimals": question.decimals,
        "words": list(worked.numbers.get("tokens") or [worked.numbers.get("word", "")]),
        "right": key.right,
        "band": key.band,
        "early": key.early,
        "digits": key.digits,
        "misprint": key.misprint,
        "aboutMisprint": key.about_the_misprint,
        "either": judge_number.EITHER,
        "both": judge_number.BOTH,
        "mistakes": [
            {"values": key.wrong[each.name], "told": f"{each.title} {each.words}".strip()}
            for each in question.mistakes
            if each.name in key.wrong
        ],
    }
