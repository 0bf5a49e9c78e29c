"""Load decks from YAML; report all errors of a file at once, each with its line and a correction."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from flashcards.catalogue import deck_paths, decks_of, figures_module, figures_name
from flashcards.deck import Card, Deck
from grader.course import find, shown_path
from grader.course.course import Course
from grader.course.exercise import Source
from grader.files import markdown
from grader.files.figures import PLACE, UNCLOSED, FigureError, computed, is_open
from grader.files.strict_yaml import Problem, Trail, YamlFile, meant
from grader.files.yaml_load import load_as, refuse

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
LONGEST_ID = 60
URL = re.compile(r"https?://[^\s/]+\.[^\s]+\Z")
_SIDES = ("front", "back")
_JOINERS = "\u00ad\u200c\u200d\n"
"""Invisible characters that some languages need, and the newline."""


def open_decks(names: Sequence[str] = (), course: Course | None = None, folder: Path | None = None) -> list[Deck]:
    """Load some decks of a course, or all if none is named.

    Args:
        names: Names of decks, or paths that end with `.yaml`.
        course: Default: the shipped course.
        folder: Default: the course's folder of decks.

    Raises:
        UnknownNameError: there is no deck of that name.
        YamlError: lists all errors of the first invalid deck.
        SolutionError: the module that computes a deck's figures cannot be loaded.
    """
    course = course or Course(find())
    folder = folder or decks_of(course)
    decks: list[Deck] = []
    taken: dict[str, str] = {}
    for path in deck_paths(names, folder):
        figures = figures_module(path, course, folder)
        module = course.solutions.reference(figures) if figures else None
        deck = load_deck(path, module, course.exercise_ids, shown=shown_path(path), taken_ids=taken)
        taken |= dict.fromkeys((card.id for card in deck.cards), path.name)
        decks.append(deck)
    return decks


def load_deck(
    path: Path,
    figures: ModuleType | None,
    exercise_ids: Collection[str],
    *,
    shown: str | None = None,
    taken_ids: Mapping[str, str] | None = None,
) -> Deck:
    """Load a deck; compute its figures and fill them in.

    Args:
        path: The YAML file.
        figures: The module with the functions that cards name in `figures:`, if the deck has one.
        exercise_ids: Exercises that cards may name in `exercise:`.
        shown: The path to print in messages; default: `path`.
        taken_ids: Card ids of other decks, each with its file.

    Raises:
        YamlError: lists all errors of the file.
    """
    deck: Deck
    file, deck = load_as(Deck, path, shown, name="deck", keys="`id:`, `title:` and `cards:`")
    problems = [*_deck_problems(file, deck, path.stem), *_id_problems(file, deck, taken_ids or {})]
    cards = []
    for number, card in enumerate(deck.cards):
        place = Place(file, ("cards", number))
        problems += _card_problems(place, card, exercise_ids)
        values, wrong = computed_figures(place, card.figures, figures, deck.id)
        texts = [((side,), getattr(card, side)) for side in _SIDES]
        problems += wrong or figure_problems(place, texts, values, card.figures, "card")
        filled = replace(card, front=fill(card.front, values), back=fill(card.back, values))
        problems += _text_problems(place, filled)
        cards.append(filled)
    refuse([*problems, *_repeated_questions(file, cards)])
    return Deck(id=deck.id, title=deck.title, cards=tuple(cards))


class Place(NamedTuple):
    """A part of a file, such as a card; `problem` points to a key below it."""

    file: YamlFile
    trail: Trail

    def problem(self, key: str, message: str, *rest: str | int, piece: str = "") -> Problem:
        """Return a problem at a key's value, or at a piece of text within it if the file has it as it is."""
        return self.file.problem((*self.trail, key, *rest), message, piece=piece)


# --- the deck as a whole ----------------------------------------------------------------------


def _deck_problems(file: YamlFile, deck: Deck, stem: str) -> Iterator[Problem]:
    """Yield errors in a deck's own keys."""
    if not ID.match(deck.id) or len(deck.id) > LONGEST_ID:
        yield file.problem(("id",), _not_an_id(deck.id))
    elif deck.id != stem:
        yield file.problem(("id",), f"`id` is `{deck.id}`, but the file is called {stem}.yaml; make them the same")
    if not deck.title.strip():
        yield file.problem(("title",), "`title` is empty; write it")
    elif "\n" in deck.title.strip():
        yield file.problem(("title",), "`title` has more than one line; write one")
    else:
        yield from hidden_problems(Place(file, ()), ("title",), deck.title)
    if not deck.cards:
        yield file.problem(("cards",), "`cards` is empty; write at least one")


def _id_problems(file: YamlFile, deck: Deck, taken_ids: Mapping[str, str]) -> Iterator[Problem]:
    """Yield invalid and repeated card ids."""
    seen: dict[str, int] = {}
    for number, card in enumerate(deck.cards):
        trail: Trail = ("cards", number, "id")
        if not ID.match(card.id) or len(card.id) > LONGEST_ID:
            yield file.problem(trail, _not_an_id(card.id))
        elif card.id in seen:
            first = file.values["cards", seen[card.id], "id"][0]
            yield file.problem(trail, f"another card is called `{card.id}` (line {first}); give each an id of its own")
        elif card.id in taken_ids:
            yield file.problem(
                trail, f"a card in {taken_ids[card.id]} is called `{card.id}`; give each an id of its own"
            )
        seen.setdefault(card.id, number)


def _not_an_id(text: str) -> str:
    return f"`{text}` is not an id; use small letters, digits and single hyphens, at most {LONGEST_ID}"


def _repeated_questions(file: YamlFile, cards: list[Card]) -> Iterator[Problem]:
    """Yield questions that repeat an earlier card's question."""
    seen: dict[str, str] = {}
    for number, card in enumerate(cards):
        words = " ".join(card.front.split())
        if words and words in seen:
            what = f"the card `{seen[words]}` asks the same; ask something else, or keep one of them"
            yield file.problem(("cards", number, "front"), what)
        seen.setdefault(words, card.id)


# --- one card ---------------------------------------------------------------------------------


def _card_problems(place: Place, card: Card, exercise_ids: Collection[str]) -> Iterator[Problem]:
    """Yield errors in a card's tags, exercise and source."""
    for index, tag in enumerate(card.tags):
        if not ID.match(tag) or len(tag) > LONGEST_ID:
            what = f"`{tag}` is not a tag; use small letters, digits and single hyphens, at most {LONGEST_ID}"
            yield place.problem("tags", what, index)
        elif tag in card.tags[:index]:
            yield place.problem("tags", f"the tag `{tag}` is given twice; keep one", index)
    if card.exercise is not None and card.exercise not in exercise_ids:
        advice = meant(card.exercise, exercise_ids, "write `unit/name` as in `learn list`, or leave it out")
        yield place.problem("exercise", f"there is no exercise `{card.exercise}`; {advice}")
    if card.source:
        yield from _source_problems(place, card.source)


def _source_problems(place: Place, source: Source) -> Iterator[Problem]:
    """Yield errors in a card's source."""
    if not source.title.strip():
        yield place.problem("source", "`title` is empty; write it", "title")
    if source.url is not None and not URL.match(source.url):
        what = f"`{source.url}` is not an address; begin it with `https://`, and leave no blanks"
        yield place.problem("source", what, "url")
    for key, text in (("title", source.title), ("url", source.url or "")):
        yield from hidden_problems(place, ("source", key), text)


def computed_figures(
    place: Place, name: str | None, figures: ModuleType | None, deck_id: str
) -> tuple[dict[str, str], list[Problem]]:
    """Return the figures that a function of a deck's module computes, as text, and errors of the function."""
    if name is None:
        return {}, []
    if figures is None:
        what = f"there is no file solutions/flashcards/{figures_name(deck_id)}.py with the function; write it"
        return {}, [place.problem("figures", f"{what}, or leave `figures` out")]
    try:
        given = computed(name, figures)
    except FigureError as error:
        return {}, [place.problem("figures", str(error))]
    return {key: f"{float(value):g}" if isinstance(value, float) else str(value) for key, value in given.items()}, []


def figure_problems(
    place: Place, texts: Iterable[tuple[Trail, str]], values: Mapping[str, str], function: str | None, owner: str
) -> Iterator[Problem]:
    """Yield placeholders without a value, and computed figures that no text shows.

    Args:
        place: The card or section.
        texts: Its texts, each after the keys that lead to it.
        values: The computed figures.
        function: The name of the function that computes them.
        owner: The word for the part of the file, `card` or `section`.
    """
    used: set[str] = set()
    for (key, *rest), text in texts:
        for found in PLACE.finditer(text):
            used.add(found[1])
            if found[1] not in values:
                yield place.problem(str(key), _no_value(found[1], function, values), *rest, piece=found[0])
        if is_open(text):
            yield place.problem(str(key), UNCLOSED, *rest, piece="{{")
    for name in [] if used - values.keys() else [name for name in values if name not in used]:
        what = f"`{function}` computes `{name}`, which the {owner} does not show; write `{{{{ {name} }}}}`, or compute less"
        yield place.problem("figures", what)


def fill(text: str, values: Mapping[str, str], *, missing: str | None = None) -> str:
    """Fill in the placeholders of a text; one without a value becomes `missing`, or is left as it is."""
    return PLACE.sub(lambda found: values.get(found[1], found[0] if missing is None else missing), text)


def _no_value(name: str, function: str | None, values: Mapping[str, str]) -> str:
    """Explain why a placeholder has no value."""
    if not name.isidentifier():
        return f"`{{{{ {name} }}}}` is not a name; write one, or put a blank between the braces of a formula"
    if function is None:
        what = "name the function that computes it under `figures:`, or put a blank between the braces of a formula"
        return f"`{{{{ {name} }}}}` has no value; {what}"
    otherwise = f"it computes {', '.join(values) or 'nothing'}"
    return f"`{function}` does not compute `{name}`; {meant(name, values, otherwise)}"


def _text_problems(place: Place, card: Card) -> Iterator[Problem]:
    """Yield errors in a card's question and answer."""
    for side in _SIDES:
        text: str = getattr(card, side)
        if not text.strip():
            yield place.problem(side, f"`{side}` is empty; write it")
            continue
        yield from hidden_problems(place, (side,), text)
        yield from markup_problems(place, (side,), text)
    if card.front.strip() and not markdown.is_one_paragraph(card.front):
        yield place.problem("front", "`front` has several paragraphs or a list; ask in one paragraph")


def markup_problems(place: Place, trail: Trail, text: str) -> Iterator[Problem]:
    """Yield markup that cards cannot show."""
    for wrong in markdown.problems(text):
        yield place.problem(str(trail[0]), wrong.message, *trail[1:], piece=wrong.piece)


def hidden_problems(place: Place, trail: Trail, text: str) -> Iterator[Problem]:
    """Yield the first character that is invisible or changes the text direction."""
    odd = (each for each in text if not each.isprintable() and each not in _JOINERS)
    for sign in islice((each for each in odd if unicodedata.category(each) != "Zs"), 1):
        what = f"the sign U+{ord(sign):04X} cannot be seen; take it out"
        yield place.problem(str(trail[0]), what, *trail[1:], piece=sign)
