"""The gate for what stands beside the exercises: decks, the cheat sheet, numeric questions, quizzes, worksheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from flashcards import catalogue, cheat_sheet_file
from flashcards.cheat_sheet import Sheet
from flashcards.deck_file import open_decks
from grader.course.course import Course
from grader.course.location import shown_path
from grader.course.solutions import SolutionError
from grader.files.strict_yaml import YamlError
from grader.questions.numeric import numeric_question, validate_numeric
from grader.questions.quiz.quiz_file import open_all
from grader.questions.worksheet.worksheet_file import Opened, open_sheet, sheet_names

Read = TypeVar("Read")


@dataclass
class ContentReport:
    """What was found: complaints, and how much was looked at."""

    problems: list[str] = field(default_factory=list)
    cards: int = 0
    questions: int = 0
    worksheets: int = 0


def inspect_beside(course: Course) -> ContentReport:
    """Inspect all that is no exercise; a course need not have any of it."""
    found = ContentReport()
    cards = _open(found, lambda: _cards(course))
    found.cards = len(cards)
    found.problems += _missing_cards(course, cards)
    if not found.problems:  # the sheet takes sentences from the cards
        _open(found, lambda: _sheet(course))
    found.problems += validate_numeric.problems(course.solutions)
    asked = _open(found, lambda: [each for quiz in open_all(course, cards) for each in quiz.questions])
    found.questions = len(asked) + len(numeric_question.names(course.solutions))
    for name in sheet_names(course):
        found.worksheets += 1
        _open(found, partial(_worksheet, course, name))
    return found


def _open(found: ContentReport, read: Callable[[], list[Read]]) -> list[Read]:
    """Return what was read, or note what is wrong with it."""
    try:
        return read()
    except YamlError as error:
        found.problems += [str(problem) for problem in error.problems]
    except SolutionError as error:
        found.problems.append(str(error))
    return []


def _cards(course: Course) -> list[str]:
    """Return the ids of all cards; every deck is read by itself first, so that each can complain."""
    problems = []
    for name in catalogue.deck_names(catalogue.decks_of(course)):
        try:
            open_decks([name], course)
        except YamlError as error:
            problems += error.problems
    if problems:
        raise YamlError(problems)
    return [card.id for deck in open_decks((), course) for card in deck.cards]


def _missing_cards(course: Course, cards: Sequence[str]) -> Iterator[str]:
    """Yield the cards that exercises name and no deck has."""
    for exercise_id in course.exercise_ids if cards else ():
        for card in course.exercise(exercise_id).cards:
            if card not in cards:
                where = shown_path(course.content.exercises / f"{exercise_id}.yaml")
                yield f"{where}: there is no card `{card}`; write one into a deck, or take it out of `cards`"


def _worksheet(course: Course, name: str) -> list[Opened]:
    """Read a worksheet."""
    return [open_sheet(course, name)]


def _sheet(course: Course) -> list[Sheet]:
    """Read the cheat sheet, if there is one."""
    try:
        return [cheat_sheet_file.open_sheet(course)]
    except cheat_sheet_file.NoSheetError:
        return []
