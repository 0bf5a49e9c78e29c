"""Make cards from mistakes that checks have named: one for a mistake, and a deck of those of a class."""

from collections.abc import Iterable
from hashlib import sha256
from itertools import islice
from typing import NamedTuple
from unicodedata import east_asian_width

from flashcards.deck import Card, Deck
from grader.core.escape import cut
from grader.core.result import Mistake
from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.files.markdown import as_code, as_prose
from grader.reports.class_report.table import ClassMistake

DECK = "mistakes"
MOST_OF_CLASS = 30
"""The most mistakes of a class that get a card."""
MAX_QUESTION = 220
"""Columns of a question; a longer one fits no business card, and the mistake's own title is clearer."""
MAX_VALUE = 60
MAX_MESSAGE = 140
_ASKED = "Which mistake is in it?"


class MistakenCall(NamedTuple):
    """A call that a mistake answers wrongly: its text, the two results, and the message where the values are not known."""

    call: str
    got: str
    expected: str
    message: str = ""


def deck_of_mistakes(course: Course, mistakes: Iterable[ClassMistake], *, most: int = MOST_OF_CLASS) -> Deck:
    """Return a deck of at most `most` mistakes of a class, the most frequent first; it names no student.

    A card shows the call of a mistake, if there is one. Mistakes unknown to the course are skipped.

    Raises:
        YamlError: an exercise cannot be used.
        SolutionError: the mistakes of an exercise cannot be loaded.
    """
    places = {exercise_id: index for index, exercise_id in enumerate(course.exercise_ids)}
    known = [one for one in mistakes if one.exercise in places]
    known.sort(key=lambda one: (-one.who.size, places[one.exercise], one.mistake.name))
    rows = [(one.exercise, one.mistake.name, MistakenCall(one.call, one.got, one.expected)) for one in known]
    cards = (card for row in rows for card in mistake_cards(course, *row))
    return Deck(id=DECK, title="Common mistakes", cards=tuple(islice(cards, most)))


def mistake_cards(course: Course, exercise_id: str, name: str, mistaken: MistakenCall, *tags: str) -> tuple[Card, ...]:
    """Return the card of a mistake; empty if the exercise no longer has a mistake of that name."""
    exercise = course.exercise(exercise_id)
    known = {mistake.name: mistake for mistake in reversed(course.mistakes(exercise_id))}
    return (mistake_card(exercise, known[name], mistaken, *tags),) if name in known else ()


def mistake_card(exercise: Exercise, mistake: Mistake, mistaken: MistakenCall, *tags: str) -> Card:
    """Return the card of a mistake: a call with its wrong result on the front, an explanation on the back."""
    title, words = as_prose(mistake.title), as_prose(mistake.words)
    question = _question(mistaken)
    if sum(2 if east_asian_width(character) in "WF" else 1 for character in question) > MAX_QUESTION:
        question = ""
    front = question or f"A wrong version of {as_code(exercise.function)}: {title} Why is that wrong?"
    unit = exercise.id.partition("/")[0].replace("_", "-")
    return Card(
        id=card_id(exercise.id, mistake.name),
        front=front,
        back=f"{title} {words}".strip() if question else words or title,
        tags=("mistake", unit, *tags),
        exercise=exercise.id,
        source=exercise.sources[0] if exercise.sources else None,
    )


def card_id(exercise_id: str, mistake: str) -> str:
    """Return the id of a mistake's card, hashed, since it is printed beside the question that asks for the name."""
    number = sha256(mistake.encode()).hexdigest()[:8]
    return f"mistake-{exercise_id}-{number}".replace("/", "-").replace("_", "-")


def _question(mistaken: MistakenCall) -> str:
    """Return a question that shows what the mistake did; empty if no call is known."""
    call, got, expected = as_code(mistaken.call), mistaken.got, mistaken.expected
    if not call:
        return ""
    if got and expected:
        return f"A wrong version: {call} {_result(got, 's')} and should {_result(expected)}. {_ASKED}"
    message = as_prose(cut(mistaken.message.strip(), MAX_MESSAGE)).rstrip(".")
    if got:
        return f"A wrong version: {call} {_result(got, 's')}{f'; {message}' if message else ''}. {_ASKED}"
    if mistaken.message.startswith("raised "):
        return f"A wrong version: {call} {_result(mistaken.message, 's')}. {_ASKED}"
    return f"A wrong version, tried with {call}: {message}. {_ASKED}" if message else ""


def _result(text: str, ending: str = "") -> str:
    """Return a phrase for the value or exception of a call, its verb with an ending."""
    verb, _, rest = text.partition(" ")
    return f"raise{ending} {_value(rest)}" if verb in ("raised", "raises") else f"give{ending} {_value(text)}"


def _value(text: str) -> str:
    return as_code(cut(text, MAX_VALUE)) or "nothing"
