"""Make decks from failures: a card for each mistake that a check named, and cards of the course to review."""

from dataclasses import replace
from pathlib import Path

from flashcards.deck import Card, Deck, open_decks
from flashcards.mistake_cards import DECK, MistakenCall, mistake_cards
from grader.course.course import Course
from grader.learner import progress
from grader.learner.progress import Progress
from grader.questions.quiz import progress as quiz_progress
from grader.questions.quiz.load import open_all

OPEN, FIXED = "open", "fixed"
"""Tags: whether the exercise has passed since the mistake was made."""


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
    failed = {name for name in course.exercise_ids if noted.standing(name).failed_checks and not noted.is_passed(name)}
    wanted |= {card for exercise_id in failed for card in course.exercise(exercise_id).cards}
    decks = open_decks((), course) if wanted or failed else []
    again = [
        replace(deck, cards=tuple(c for c in deck.cards if c.id in wanted or c.exercise in failed)) for deck in decks
    ]
    return [deck for deck in [own, *again] if deck.cards]


def changed_at(state: Path) -> int:
    """Return the modification time, in seconds, of the newest file that the decks depend on, or 0."""
    files = [path for path in (state / progress.FILE, state / quiz_progress.FILE) if path.is_file()]
    return max((int(path.stat().st_mtime) for path in files), default=0)


def _own_cards(course: Course, noted: Progress) -> tuple[Card, ...]:
    """Return a card for each mistake that the learner made, open ones first."""
    mistakes = [
        (exercise_id, name, mistake)
        for exercise_id in course.exercise_ids
        for name, mistake in noted.standing(exercise_id).mistakes.items()
    ]
    cards: list[Card] = []
    for exercise_id, name, made in sorted(mistakes, key=lambda row: row[2].is_fixed):
        call = MistakenCall(made.call, made.got, made.expected, made.message)
        cards += mistake_cards(course, exercise_id, name, call, FIXED if made.is_fixed else OPEN)
    return tuple(cards)


def _cards_of_quizzes(course: Course, state: Path) -> set[str]:
    """Return the ids of the cards that wrongly answered questions name."""
    wrong: dict[str, set[str]] = {}
    for name, sitting in quiz_progress.load(state).sittings.items():
        quiz_id = name.partition(" ")[0]  # the name of a sitting is the quiz, or the quiz and a seed
        wrong.setdefault(quiz_id, set()).update(sitting.wrong(sitting.scores))
    quizzes = open_all(course) if any(wrong.values()) else []
    return {
        question.card for quiz in quizzes for question in quiz.questions if question.id in wrong.get(quiz.id, set())
    }
