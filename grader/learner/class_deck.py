"""Make a deck of flashcards from a class's most common mistakes."""

from __future__ import annotations

from flashcards.deck import Deck
from grader.course.course import Course
from grader.learner.mistake_decks import deck_of_mistakes
from grader.learner.progress import MadeMistake
from grader.reports.class_report.statistics import ClassFigures


def deck_of(figures: ClassFigures, course: Course) -> Deck:
    """Return the deck, the most frequent mistake first; it names no student.

    Raises:
        YamlError: an exercise cannot be used.
        SolutionError: the mistakes of an exercise cannot be loaded.
    """
    counts = {(each.exercise, each.name): each.who.size for each in figures.mistakes}
    shown = {
        (each.exercise, each.name): MadeMistake(call=each.call, got=each.got, expected=each.expected)
        for each in figures.mistakes
    }
    return deck_of_mistakes(course, counts, shown)
