"""The cheat sheet: loaded from YAML with all errors of the file at once, and made a page for screen and paper."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from markupsafe import Markup

from flashcards import TEMPLATES, catalogue
from flashcards.card_html import unbroken
from flashcards.deck import Card, computed_figures, hidden_problems, open_decks, text_problems
from grader.core.errors import CourseError
from grader.core.shapes import yaml_model
from grader.course import shown_path
from grader.course.course import Course
from grader.files import html_page, markdown
from grader.files.figures import fill
from grader.files.html_page import PAPER_SIZES, Paper
from grader.files.strict_yaml import Trail, meant, refuse
from grader.files.yaml_load import FieldProblem, empty_problems, load_as, placed

NAME = "cheat_sheet"
"""The file name of a course's cheat sheet, and of the module that computes its figures."""
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z“*`$−-])")
"""Matches a sentence boundary: in `T. The`, but not in `p = .9 keeps`."""

_POINT = re.compile(r"<svg.*?</svg>|<[^>]*>|(?<![\w.])\.(?=\d)", re.DOTALL)
"""Matches a drawing or a tag (left alone), or the point of a number such as `.9`."""


@yaml_model
class Row:
    """A term with its explanation, or a table row; in a loaded sheet the text is complete and its figures filled in."""

    term: str | None = None
    """The term explained; default: the question of the card."""
    text: str | None = None
    """The explanation, as marked-up text; it follows the text copied from an exercise or a card."""
    exercise: str | None = None
    """The id of the exercise whose objective is copied; in a loaded sheet, of the exercise to link to."""
    card: str | None = None
    """The id of the card whose answer is copied."""
    sentences: int | None = None
    """How many sentences of the card's answer are copied; default: all."""
    cells: tuple[str, ...] | None = None
    """The cells of a table row, from left to right."""


@yaml_model
class Section:
    """A list of terms, or a table."""

    title: str
    """The heading."""
    rows: tuple[Row, ...]
    """From top to bottom."""
    columns: tuple[str, ...] = ()
    """The column headings of a table; empty for a list."""
    note: str | None = None
    """A note below the rows."""
    figures: str | None = None
    """The function in `solutions/flashcards/` that computes the numbers written as `{{ name }}`."""
    is_wide: bool = False
    """Whether the section goes below the columns of the page, side by side with other wide ones."""


@yaml_model
class Sheet:
    """A one-page summary of the course."""

    id: str
    """The name of its file, with a hyphen."""
    title: str
    """The title at the top of the page."""
    lead: str
    """The sentence below the title."""
    sections: tuple[Section, ...]
    """In reading order."""


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
    problems = placed(file, (), _sheet_problems(sheet, path.stem))
    all_values = []
    for number, section in enumerate(sheet.sections):
        texts = list(_texts(section))
        values, own_problems = computed_figures(section.figures, figures, path.stem, texts, "section")
        own_problems += _section_problems(section, shelf)
        for trail, text in texts:
            own_problems += text_problems(trail, fill(text, values, missing="0"))
        problems += placed(file, ("sections", number), own_problems)
        all_values.append(values)
    refuse(problems)
    sections = [_filled(section, values, shelf) for section, values in zip(sheet.sections, all_values, strict=True)]
    return replace(sheet, sections=tuple(sections))


def sentences(text: str) -> list[str]:
    return _SENTENCE.split(" ".join(text.split()))


# --- errors -----------------------------------------------------------------------------------


def _sheet_problems(sheet: Sheet, stem: str) -> Iterator[FieldProblem]:
    if catalogue.figures_name(sheet.id) != stem:
        yield FieldProblem(("id",), f"`id` is `{sheet.id}`, but the file is called {stem}.yaml; make them the same")
    yield from empty_problems(sheet, "title", "lead", "sections")
    yield from hidden_problems(("title",), sheet.title)
    yield from text_problems(("lead",), sheet.lead)


def _section_problems(section: Section, shelf: Shelf) -> Iterator[FieldProblem]:
    yield from empty_problems(section, "title", "rows")
    yield from hidden_problems(("title",), section.title)
    for number, row in enumerate(section.rows):
        for key, message in _table_row_problems(row, section) if section.columns else _row_problems(row, shelf):
            yield FieldProblem(("rows", number, key), message)


def _table_row_problems(row: Row, section: Section) -> Iterator[tuple[str, str]]:
    """Yield errors in a table row, each with its key."""
    for key in ("term", "text", "exercise", "card", "sentences"):
        if getattr(row, key) is not None:
            yield key, f"a row of a table has `cells` only; leave `{key}` out, or leave `columns` out"
    if row.cells is None:
        yield "cells", "a row of a table has `cells`; write them"
    elif len(row.cells) != (count := len(section.columns)):
        yield "cells", f"the row has {len(row.cells)} cells, but there are {count} columns; make them as many"


def _row_problems(row: Row, shelf: Shelf) -> Iterator[tuple[str, str]]:
    if row.cells is not None:
        yield "cells", "`cells` belong to a table; write `columns` for the section, or write `term` and `text`"
    elif row.text is None and row.exercise is None and row.card is None:
        yield "text", "the row says nothing; write `text`, or take it from a `card` or an `exercise`"
    elif row.term is None and row.card is None:
        yield "term", "the key `term` is missing; add `term:`"
    if row.card is not None and row.exercise is not None:
        yield "card", "`card` and `exercise` are both given; take the text from one of them"
    if row.exercise is not None and row.exercise not in shelf.exercise_ids:
        advice = meant(row.exercise, shelf.exercise_ids, "write `unit/name` as in `learn list`")
        yield "exercise", f"there is no exercise `{row.exercise}`; {advice}"
    if row.card is not None and row.card not in shelf.cards:
        advice = meant(row.card, shelf.cards, "write the id of a card in flashcards/decks")
        yield "card", f"there is no card `{row.card}`; {advice}"
    elif row.sentences is not None:
        yield from _sentence_problems(row.sentences, row.card, shelf)


def _sentence_problems(wanted: int, card: str | None, shelf: Shelf) -> Iterator[tuple[str, str]]:
    if card is None:
        yield "sentences", "`sentences` goes with `card`; leave it out"
        return
    back = shelf.cards[card].back
    there = len(sentences(back)) if markdown.is_one_paragraph(back) else 0
    if not there:
        yield "sentences", f"the answer of `{card}` is a list; leave `sentences` out to take all of it"
    elif not 0 < wanted < there:
        fewer = "write 1" if there == 2 else f"write 1 to {there - 1}"
        advice = f"{there} sentences; {fewer}, or leave it out to take all" if there > 1 else "1 sentence; leave it out"
        yield "sentences", f"the answer of `{card}` has {advice}"


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
    rows = []
    for row in section.rows:
        card = shelf.cards[row.card] if row.card is not None else None
        parts = [_taken(row, card, shelf), fill(row.text or "", values)]
        term = fill(row.term or "", values) or (card.front if card else None)
        exercise = row.exercise or (card.exercise if card else None)
        cells = None if row.cells is None else tuple(fill(cell, values) for cell in row.cells)
        rows.append(replace(row, term=term, text=" ".join(filter(None, parts)) or None, exercise=exercise, cells=cells))
    columns = tuple(fill(column, values) for column in section.columns)
    return replace(section, columns=columns, rows=tuple(rows), note=section.note and fill(section.note, values))


def _taken(row: Row, card: Card | None, shelf: Shelf) -> str:
    """Return the text that a row copies from a card or an exercise."""
    if card is not None:
        return " ".join(sentences(card.back)[: row.sentences]) if row.sentences else card.back.strip()
    return shelf.objective(row.exercise) if row.exercise is not None else ""


# --- the page ---------------------------------------------------------------------------------


def render(sheet: Sheet, paper: Paper, *, for_screen: bool = True) -> str:
    """Render the sheet as an HTML page for a paper; `write_pdf` needs no fonts and styles for the screen."""
    own = TEMPLATES / "cheat_sheet.css"
    if for_screen:
        style = html_page.face(own, TEMPLATES / "cheat_sheet_screen.css")
    else:
        style = html_page.tokens(for_screen=False) + own.read_text("utf-8")
    style = style.replace("PAPER", PAPER_SIZES[paper]) + markdown.CSS
    return html_page.page(
        TEMPLATES,
        "cheat_sheet.html",
        style,
        filters={"marked_up": _marked_up},
        sheet=sheet,
        lists=[section for section in sheet.sections if not section.is_wide],
        bands=[section for section in sheet.sections if section.is_wide],
    )


def _marked_up(text: str) -> Markup:
    """Convert marked-up text; WeasyPrint would break a line after the point of `.9`."""
    return Markup(_POINT.sub(lambda match: match[0] if match[0].startswith("<") else ".\u2060", unbroken(text)))
