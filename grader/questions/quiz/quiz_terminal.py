"""A question, and what is said about an answer, as lines for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from grader.core.escape import line
from grader.files.markdown import to_plain
from grader.questions.quiz import mark_answer
from grader.questions.quiz.instance import Asked
from grader.questions.quiz.parse_choice import letter
from grader.questions.quiz.quiz_models import Matching, Multiple, Ordering, Single, TrueFalse
from grader.questions.quiz.score import Marked, Note

Paint = Callable[[str, str], str]
"""Colours a text for its role: right, wrong, partly, quiet."""

INDENT = "  "


def unpainted(text: str, role: str) -> str:
    """Leave a text as it is."""
    return text


def question_lines(asked: Asked, width: int) -> list[str]:
    """Write a question with its choices."""
    question, order = asked.question, asked.order
    prefix = {TrueFalse: "True or false, and why? ", Multiple: ""}.get(type(question), "")
    text = [*wrapped(prefix + to_plain(question.question), width)]
    if isinstance(question, Multiple):
        text += wrapped("Several may be right.", width)
    if question.excerpt is not None:
        text += ["", *(f"{INDENT}{INDENT}{line(each)}" for each in question.excerpt.rstrip().split("\n"))]
    match question:
        case Single() | Multiple():
            text += ["", *_lettered([question.options[index].text for index in order], width)]
        case TrueFalse():
            text += ["", *_lettered([question.whys[index].text for index in order], width)]
        case Ordering():
            text += ["", *_lettered([question.steps[index].step for index in order], width)]
        case Matching():
            for number, pair in enumerate(question.pairs, 1):
                text += _item(str(number), pair.left, width) if number > 1 else ["", *_item("1", pair.left, width)]
            text += ["", *_lettered([question.pairs[index].right for index in order], width)]
    return text


def answer_lines(asked: Asked, marked: Marked, width: int, paint: Paint = unpainted) -> list[str]:
    """Write what an answer was worth, what it reveals, and the explanation."""
    text = [head(marked, paint)]
    text += wrapped(marked.message, width) if marked.message else []
    text += [""] if marked.notes else []
    for note in in_shown_order(asked, marked.notes):
        text += _note_lines(asked, note, width, paint)
    if not marked.is_right:
        text += ["", *wrapped(f"The answer is {mark_answer.key(asked)}.", width)]
        steps = mark_answer.working(asked)
        text += wrapped(f"On the way: {steps}.", width) if steps else []
    return [*text, "", *wrapped(to_plain(asked.question.explanation), width)]


def in_shown_order(asked: Asked, notes: Sequence[Note]) -> list[Note]:
    """Return notes in the order in which they are said: of several choices, by their letters."""
    is_sorted = isinstance(asked.question, Multiple)
    return sorted(notes, key=lambda note: asked.order.index(note.choice)) if is_sorted else list(notes)


def _note_lines(asked: Asked, note: Note, width: int, paint: Paint) -> list[str]:
    """Write what there is to say about a choice, behind its letter or number."""
    is_pair = isinstance(asked.question, Matching)
    label = str(note.choice + 1) if is_pair else letter(asked.order.index(note.choice))
    word = "right" if note.is_right else "too early" if isinstance(asked.question, Ordering) else "wrong"
    first, *rest = _item(label, f"{word}: {note.words}", width)
    return [first.replace(f"{word}:", paint(f"{word}:", "right" if note.is_right else "wrong"), 1), *rest]


def head(marked: Marked, paint: Paint = unpainted) -> str:
    """Return the first line about an answer."""
    if marked.is_right:
        return paint("Right.", "right")
    if not marked.score:
        return paint("Not right.", "wrong")
    return paint(f"Partly right: {points(marked.score, marked.max_score)}.", "partly")


def points(score: int, max_score: int) -> str:
    """Return a score in words."""
    return f"{score} of {max_score} {'point' if max_score == 1 else 'points'}"


def wrapped(text: str, width: int, *, indent: str = "") -> list[str]:
    """Break a text into lines; line breaks of its own stay."""
    rows: list[str] = []
    for part in text.split("\n"):
        rows += textwrap.wrap(
            line(part), width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
        ) or [""]
    return rows


def _lettered(texts: Sequence[str], width: int) -> list[str]:
    return [row for place, text in enumerate(texts) for row in _item(letter(place), text, width)]


def _item(label: str, text: str, width: int) -> list[str]:
    """Write a choice behind its letter or number."""
    start = f"{INDENT}{label}  "
    rows = wrapped(to_plain(text), width - len(start))
    return [f"{start if number == 0 else ' ' * len(start)}{row}" for number, row in enumerate(rows)]
