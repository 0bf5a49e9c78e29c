"""A question, and what is said about an answer, as lines for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from grader.core.escape import line
from grader.files.markdown import to_plain
from grader.questions.answer_judgement import AnswerJudgement, Note
from grader.questions.quiz.instance import Instance
from grader.questions.quiz.parse_choice import letter
from grader.questions.quiz.quiz_models import Matching, Multiple, Ordering, TrueFalse

Paint = Callable[[str, str], str]
"""Colours a text for its role: right, wrong, partly, quiet."""

INDENT = "  "


def unpainted(text: str, role: str) -> str:
    """Leave a text as it is."""
    return text


def question_lines(asked: Instance, width: int) -> list[str]:
    """Write a question with its choices."""
    question = asked.question
    prefix = "True or false, and why? " if isinstance(question, TrueFalse) else ""
    text = wrapped(prefix + to_plain(question.question), width)
    if isinstance(question, Multiple):
        text += wrapped("Several may be right.", width)
    if question.excerpt is not None:
        text += ["", *(f"{INDENT}{INDENT}{line(each)}" for each in question.excerpt.rstrip().split("\n"))]
    if isinstance(question, Matching):
        text.append("")
        for number, pair in enumerate(question.pairs, 1):
            text += _item(str(number), pair.left, width)
    text += [""] if asked.order else []
    for place, index in enumerate(asked.order):
        text += _item(letter(place), question.choices[index].text, width)
    return text


def answer_lines(asked: Instance, judged: AnswerJudgement, width: int, paint: Paint = unpainted) -> list[str]:
    """Write what an answer was worth, what it reveals, and the explanation."""
    text = [head(judged, paint), *(wrapped(judged.remark, width) if judged.remark else [])]
    text += [""] if judged.notes else []
    for note in in_shown_order(asked, judged.notes):
        text += _note_lines(asked, note, width, paint)
    if not judged.is_right:
        text += ["", *wrapped(f"The answer is {asked.key()}.", width)]
        steps = asked.working()
        text += wrapped(f"On the way: {steps}.", width) if steps else []
    return [*text, "", *wrapped(to_plain(asked.question.explanation), width)]


def in_shown_order(asked: Instance, notes: Sequence[Note]) -> list[Note]:
    """Return notes in the order in which they are said: of several choices, by their letters."""
    is_sorted = isinstance(asked.question, Multiple)
    return sorted(notes, key=lambda note: asked.order.index(note.choice)) if is_sorted else list(notes)


def _note_lines(asked: Instance, note: Note, width: int, paint: Paint) -> list[str]:
    """Write what there is to say about a choice, behind its letter or number."""
    is_pair = isinstance(asked.question, Matching)
    label = str(note.choice + 1) if is_pair else letter(asked.order.index(note.choice))
    word = "right" if note.is_right else "too early" if isinstance(asked.question, Ordering) else "wrong"
    first, *rest = _item(label, f"{word}: {note.words}", width)
    return [first.replace(f"{word}:", paint(f"{word}:", "right" if note.is_right else "wrong"), 1), *rest]


def head(judged: AnswerJudgement, paint: Paint = unpainted) -> str:
    """Return the first line about an answer."""
    if judged.is_right:
        return paint("Right.", "right")
    if not judged.score:
        return paint("Not right.", "wrong")
    return paint(f"Partly right: {points(judged.score, judged.max_score)}.", "partly")


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


def _item(label: str, text: str, width: int) -> list[str]:
    """Write a choice behind its letter or number."""
    start = f"{INDENT}{label}  "
    rows = wrapped(to_plain(text), width - len(start))
    return [f"{start if number == 0 else ' ' * len(start)}{row}" for number, row in enumerate(rows)]
