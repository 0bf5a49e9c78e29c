"""Load the cheat sheet from YAML; report all errors at once, each with its line and a correction."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from flashcards import catalogue
from flashcards.cheat_sheet import Row, Section, Sheet
from flashcards.deck import Card
from flashcards.deck_file import (
    Place,
    computed_figures,
    figure_problems,
    fill,
    hidden_problems,
    markup_problems,
    open_decks,
)
from grader.core.errors import CourseError
from grader.course import shown_path
from grader.course.course import Course
from grader.files import markdown
from grader.files.strict_yaml import Problem, Trail, meant
from grader.files.yaml_load import load_as, refuse

NAME = "cheat_sheet"
"""The file name of a course's cheat sheet, and of the module that computes its figures."""
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z“*`$−-])")
"""Matches a sentence boundary: in `T. The`, but not in `p = .9 keeps`."""


class NoSheetError(CourseError):
    """The course has no cheat sheet."""


class Shelf(NamedTuple):
    """The cards and exercises that the sheet may copy sentences from."""

    cards: Mapping[str, Card]
    exercise_ids: Collection[str]
    objective: Callable[[str], str]
    """Returns the objective of an exercise, given its id."""


def open_sheet(course: Course) -> Sheet:
    """Load a course's cheat sheet, with sentences copied from its decks and exercises.

    Raises:
        NoSheetError: the course has none.
        YamlError: lists all errors of the sheet, or of a file that it copies sentences from.
        SolutionError: the module that computes its figures cannot be loaded.
    """
    path = catalogue.decks_of(course).parent / f"{NAME}.yaml"
    if not path.is_file():
        raise NoSheetError(f"there is no file {shown_path(path)}; this course has no cheat sheet")
    cards = {card.id: card for deck in open_decks((), course) for card in deck.cards}
    shelf = Shelf(cards, course.exercise_ids, lambda exercise_id: course.exercise(exercise_id).objective)
    module = f"flashcards/{NAME}"
    figures = course.solutions.reference(module) if course.solutions.path(module).is_file() else None
    return load_sheet(path, figures, shelf, shown_path(path))


def load_sheet(path: Path, figures: ModuleType | None, shelf: Shelf, shown: str | None = None) -> Sheet:
    """Load a cheat sheet: compute and fill in its figures, and copy the sentences of cards and exercises.

    Raises:
        YamlError: lists all errors of the file.
    """
    sheet: Sheet
    file, sheet = load_as(Sheet, path, shown, name="sheet", keys="`id:`, `title:`, `lead:` and `sections:`")
    place = Place(file, ())
    problems = list(_sheet_problems(place, sheet, path.stem))
    all_values = []
    for number, section in enumerate(sheet.sections):
        own = Place(file, ("sections", number))
        values, wrong = computed_figures(own, section.figures, figures, path.stem)
        problems += _section_problems(own, section, shelf)
        problems += wrong or figure_problems(own, _texts(section), values, section.figures, "section")
        for trail, text in _texts(section):
            problems += hidden_problems(own, trail, text)
            problems += markup_problems(own, trail, fill(text, values, missing="0"))
        all_values.append(values)
    refuse(problems)
    sections = [_filled(each, values, shelf) for each, values in zip(sheet.sections, all_values, strict=True)]
    return replace(sheet, sections=tuple(sections))


def sentences(text: str) -> list[str]:
    """Split a paragraph into sentences."""
    return _SENTENCE.split(" ".join(text.split()))


# --- errors -----------------------------------------------------------------------------------


def _sheet_problems(place: Place, sheet: Sheet, stem: str) -> Iterator[Problem]:
    """Yield errors in the sheet's own keys."""
    if catalogue.figures_name(sheet.id) != stem:
        yield place.problem("id", f"`id` is `{sheet.id}`, but the file is called {stem}.yaml; make them the same")
    for key, text in (("title", sheet.title), ("lead", sheet.lead)):
        if not text.strip():
            yield place.problem(key, f"`{key}` is empty; write it")
        yield from hidden_problems(place, (key,), text)
    yield from markup_problems(place, ("lead",), sheet.lead)
    if not sheet.sections:
        yield place.problem("sections", "`sections` is empty; write at least one")


def _section_problems(place: Place, section: Section, shelf: Shelf) -> Iterator[Problem]:
    """Yield errors in a section and its rows."""
    if not section.title.strip():
        yield place.problem("title", "`title` is empty; write it")
    yield from hidden_problems(place, ("title",), section.title)
    if not section.rows:
        yield place.problem("rows", "`rows` is empty; write at least one")
    for number, row in enumerate(section.rows):
        own = place._replace(trail=(*place.trail, "rows", number))
        yield from _table_row_problems(own, row, section) if section.columns else _row_problems(own, row, shelf)


def _table_row_problems(place: Place, row: Row, section: Section) -> Iterator[Problem]:
    """Yield errors in a table row."""
    others = [key for key in ("term", "text", "exercise", "card", "sentences") if getattr(row, key) is not None]
    for key in others:
        yield place.problem(key, f"a row of a table has `cells` only; leave `{key}` out, or leave `columns` out")
    if row.cells is None:
        yield place.problem("cells", "a row of a table has `cells`; write them")
    elif len(row.cells) != len(section.columns):
        what = f"the row has {len(row.cells)} cells, but there are {len(section.columns)} columns; make them as many"
        yield place.problem("cells", what)


def _row_problems(place: Place, row: Row, shelf: Shelf) -> Iterator[Problem]:
    """Yield errors in a row of a list."""
    if row.cells is not None:
        what = "`cells` belong to a table; write `columns` for the section, or write `term` and `text`"
        yield place.problem("cells", what)
    elif row.text is None and row.exercise is None and row.card is None:
        yield place.problem("text", "the row says nothing; write `text`, or take it from a `card` or an `exercise`")
    elif row.term is None and row.card is None:
        yield place.problem("term", "the key `term` is missing; add `term:`")
    if row.card is not None and row.exercise is not None:
        yield place.problem("card", "`card` and `exercise` are both given; take the text from one of them")
    if row.exercise is not None and row.exercise not in shelf.exercise_ids:
        advice = meant(row.exercise, shelf.exercise_ids, "write `unit/name` as in `learn list`")
        yield place.problem("exercise", f"there is no exercise `{row.exercise}`; {advice}")
    if row.card is not None and row.card not in shelf.cards:
        advice = meant(row.card, shelf.cards, "write the id of a card in flashcards/decks")
        yield place.problem("card", f"there is no card `{row.card}`; {advice}")
    elif row.sentences is not None:
        yield from _sentence_problems(place, row, shelf)


def _sentence_problems(place: Place, row: Row, shelf: Shelf) -> Iterator[Problem]:
    """Yield an error if the card has fewer sentences than the row copies."""
    if row.card is None:
        yield place.problem("sentences", "`sentences` goes with `card`; leave it out")
        return
    back = shelf.cards[row.card].back
    there = len(sentences(back)) if markdown.is_one_paragraph(back) else 0
    if not there:
        what = f"the answer of `{row.card}` is a list; leave `sentences` out to take all of it"
        yield place.problem("sentences", what)
    elif row.sentences is not None and not 0 < row.sentences < there:
        fewer = "write 1" if there == 2 else f"write 1 to {there - 1}"
        advice = f"{fewer}, or leave it out to take all" if there > 1 else "leave it out"
        yield place.problem("sentences", f"the answer of `{row.card}` has {there} sentences; {advice}")


def _texts(section: Section) -> Iterator[tuple[Trail, str]]:
    """Yield every text that the file has for a section, each after its trail."""
    if section.note is not None:
        yield ("note",), section.note
    for index, column in enumerate(section.columns):
        yield ("columns", index), column
    for number, row in enumerate(section.rows):
        for key in ("term", "text"):
            if getattr(row, key) is not None:
                yield ("rows", number, key), getattr(row, key)
        for index, cell in enumerate(row.cells or ()):
            yield ("rows", number, "cells", index), cell


# --- texts ------------------------------------------------------------------------------------


def _filled(section: Section, values: dict[str, str], shelf: Shelf) -> Section:
    """Return a section with its figures filled in and its sentences copied."""
    rows = []
    for row in section.rows:
        card = shelf.cards[row.card] if row.card is not None else None
        parts = [_taken(row, card, shelf), fill(row.text or "", values)]
        term = fill(row.term or "", values) or (card.front if card else None)
        exercise = row.exercise or (card.exercise if card else None)
        cells = None if row.cells is None else tuple(fill(cell, values) for cell in row.cells)
        rows.append(replace(row, term=term, text=" ".join(filter(None, parts)) or None, exercise=exercise, cells=cells))
    return replace(section, rows=tuple(rows), note=section.note and fill(section.note, values))


def _taken(row: Row, card: Card | None, shelf: Shelf) -> str:
    """Return the text that a row copies from a card or an exercise."""
    if card is not None:
        return " ".join(sentences(card.back)[: row.sentences]) if row.sentences else card.back.strip()
    return shelf.objective(row.exercise) if row.exercise is not None else ""
