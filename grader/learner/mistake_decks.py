"""Make decks from failures: a card for each mistake that a check named, and cards of the course to review."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from unicodedata import east_asian_width

from flashcards.deck import Card, Deck, open_decks
from grader.core.escape import cut
from grader.core.result import Mistake
from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.files.markdown import as_code, as_prose
from grader.learner import progress
from grader.learner.progress import MadeMistake, Progress
from grader.questions.quiz import quiz_file, quiz_progress
from grader.reports.class_report.statistics import MistakeFigures

DECK = "mistakes"
OPEN, FIXED = "open", "fixed"
"""Tags: whether the exercise has passed since the mistake was made."""
MOST_OF_CLASS = 30
"""The most mistakes of a class that get a card."""
MAX_QUESTION = 220
"""Columns of a question; a longer one fits no business card, and the mistake's own title is clearer."""
MAX_VALUE = 60
MAX_MESSAGE = 140
_ASKED = "Which mistake is in it?"


def decks_from_mistakes(course: Course, state: Path) -> list[Deck]:
    """Return decks for a learner whose state is in a folder; an empty list if nothing went wrong.

    The first deck holds the mistakes that `learn check` has named, open ones before fixed ones. Fixed mistakes stay,
    because they are worth reviewing. Then come the decks of the course, each reduced to the cards to review: cards of
    exercises that failed and have not passed since, and cards that wrongly answered quiz questions name.

    Raises:
        YamlError: a deck, an exercise or a quiz of the course cannot be used.
        SolutionError: the mistakes of an exercise cannot be loaded.
    """
    noted = progress.load(state)
    own = Deck(id=DECK, title="What I got wrong", cards=_own_cards(course, noted))
    wanted = _cards_of_quizzes(course, state)
    failed = {
        each
        for each in course.exercise_ids
        if each in noted.exercises and noted.exercises[each].failed_checks and not noted.is_passed(each)
    }
    wanted |= {card for each in failed for card in course.exercise(each).cards}
    decks = open_decks((), course) if wanted or failed else []
    again = [
        replace(deck, cards=tuple(c for c in deck.cards if c.id in wanted or c.exercise in failed)) for deck in decks
    ]
    return [deck for deck in [own, *again] if deck.cards]


def changed_at(state: Path) -> int:
    """Return the modification time, in seconds, of the newest file that the decks depend on, or 0."""
    files = [path for path in (state / progress.FILE, state / quiz_progress.FILE) if path.is_file()]
    return max((int(path.stat().st_mtime) for path in files), default=0)


def deck_of_mistakes(course: Course, mistakes: Iterable[MistakeFigures], *, most: int = MOST_OF_CLASS) -> Deck:
    """Return a deck of at most `most` mistakes of a class, the most frequent first; it names no student.

    A card shows the call of a mistake, if there is one. Mistakes unknown to the course are skipped.

    Raises:
        YamlError: an exercise cannot be used.
        SolutionError: the mistakes of an exercise cannot be loaded.
    """
    places = {each: place for place, each in enumerate(course.exercise_ids)}
    known = [each for each in mistakes if each.exercise in places]
    known.sort(key=lambda each: (-each.who.size, places[each.exercise], each.name))
    shown = [(each.exercise, each.name, MadeMistake(each.call, each.got, each.expected)) for each in known]
    cards = (card for each in shown for card in _card(course, *each))
    return Deck(id=DECK, title="Common mistakes", cards=tuple(islice(cards, most)))


def _own_cards(course: Course, noted: Progress) -> tuple[Card, ...]:
    """Return a card for each mistake that the learner made, open ones first."""
    made = [
        (each, name, mistake)
        for each in course.exercise_ids
        if each in noted.exercises
        for name, mistake in noted.exercises[each].mistakes.items()
    ]
    made.sort(key=lambda each: each[2].is_fixed)
    return tuple(card for each in made for card in _card(course, *each, FIXED if each[2].is_fixed else OPEN))


def _cards_of_quizzes(course: Course, state: Path) -> set[str]:
    """Return the ids of the cards that wrongly answered questions name."""
    wrong: dict[str, set[str]] = {}
    for name, each in quiz_progress.load(state).sittings.items():
        quiz_id = name.partition(" ")[0]  # the name of a sitting is the quiz, or the quiz and a seed
        wrong.setdefault(quiz_id, set()).update(each.wrong(each.scores))
    quizzes = quiz_file.open_all(course) if any(wrong.values()) else []
    return {
        question.card for quiz in quizzes for question in quiz.questions if question.id in wrong.get(quiz.id, set())
    }


def _card(course: Course, exercise_id: str, name: str, made: MadeMistake, *tags: str) -> tuple[Card, ...]:
    """Return the card of a mistake; empty if the exercise no longer has a mistake of that name."""
    exercise = course.exercise(exercise_id)
    known = [each for each in course.solutions.mistakes(exercise_id, exercise.functions) if each.name == name][:1]
    return tuple(mistake_card(exercise, mistake, made, *tags) for mistake in known)


def mistake_card(exercise: Exercise, mistake: Mistake, made: MadeMistake, *tags: str) -> Card:
    """Return the card of a mistake: a call with its wrong result on the front, an explanation on the back."""
    title, words = as_prose(mistake.title), as_prose(mistake.words)
    question = _question(made)
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


def _question(made: MadeMistake) -> str:
    """Return a question that shows what the mistake did; empty if no call is known."""
    call, got, expected = as_code(made.call), made.got, made.expected
    if not call:
        return ""
    if got and expected:
        return f"A wrong version: {call} {_result(got, 's')} and should {_result(expected)}. {_ASKED}"
    message = as_prose(cut(made.message.strip(), MAX_MESSAGE)).rstrip(".")
    if got:
        return f"A wrong version: {call} {_result(got, 's')}{f'; {message}' if message else ''}. {_ASKED}"
    if made.message.startswith("raised "):
        return f"A wrong version: {call} {_result(made.message, 's')}. {_ASKED}"
    return f"A wrong version, tried with {call}: {message}. {_ASKED}" if message else ""


def _result(text: str, ending: str = "") -> str:
    """Return a phrase for the value or exception of a call, its verb with an ending."""
    verb, _, rest = text.partition(" ")
    return f"raise{ending} {_value(rest)}" if verb in ("raised", "raises") else f"give{ending} {_value(text)}"


def _value(text: str) -> str:
    return as_code(cut(text, MAX_VALUE)) or "nothing"
