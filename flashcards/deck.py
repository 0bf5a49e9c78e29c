"""Load decks of flashcards from YAML; report all errors of a file at once, each with its line and a correction."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from types import ModuleType

from flashcards.catalogue import deck_paths, decks_of, figures_module, figures_name
from grader.core.shapes import SET_FROM, yaml_model
from grader.course import find, shown_path
from grader.course.course import Course
from grader.course.exercise import URL, Source
from grader.course.picture import PictureError, ShownPicture, open_picture
from grader.files import markdown
from grader.files.figures import FigureError, as_texts, computed, fill, names_used, place_problems, surplus_problems
from grader.files.strict_yaml import Problem, Trail, YamlFile, meant, refuse
from grader.files.yaml_load import FieldProblem, empty_problems, load_as, placed

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
LONGEST_ID = 60
_ID_ADVICE = f"use small letters, digits and single hyphens, at most {LONGEST_ID}"
_JOINERS = "\u00ad\u200c\u200d\n"
"""Invisible characters that some languages need, and the newline."""


@yaml_model
class Card:
    """A question and its answer, as marked-up text; in a loaded card, with figures filled in."""

    id: str
    """Lower-case letters, digits and hyphens; unique among all decks, and never changed."""
    front: str
    """The question, in one paragraph."""
    back: str
    """The answer: paragraphs and lists, with emphasis, code and `$formulas$`."""
    tags: tuple[str, ...] = ()
    """Topics, to select cards by."""
    exercise: str | None = None
    """The id of the exercise that the card belongs to."""
    source: Source | None = None
    """Where the answer can be looked up."""
    figures: str | None = None
    """The function in `solutions/flashcards/` that computes the numbers written as `{{ name }}`."""
    picture: str | None = None
    """The picture below the question, `module/name` in `exercises/pictures/`."""
    drawn: ShownPicture | None = field(default=None, metadata={SET_FROM: "the key `picture`"})
    """Set on loading: the picture."""

    @property
    def asked(self) -> str:
        return f"{self.front.strip()} ({self.drawn.description})" if self.drawn else self.front


@yaml_model
class Deck:
    """Cards about one topic, in learning order."""

    id: str
    """The name of its file, without `.yaml`."""
    title: str
    """The title that learners see."""
    cards: tuple[Card, ...]
    """The cards in learning order."""


def open_decks(names: Sequence[str] = (), course: Course | None = None) -> list[Deck]:
    """Load decks of a course, or the shipped one, by names or paths that end with `.yaml`; all if none is named.

    Raises:
        UnknownNameError: there is no deck of that name.
        YamlError: lists all errors of the first invalid deck.
        SolutionError: the module that computes a deck's figures cannot be loaded.
    """
    course = course or Course(find())
    folder, draw = decks_of(course), partial(open_picture, course)
    decks: list[Deck] = []
    taken: dict[str, str] = {}
    for path in deck_paths(names, course):
        figures = figures_module(path, course, folder)
        module = course.solutions.reference(figures) if figures else None
        deck = load_deck(path, module, course.exercise_ids, shown=shown_path(path), taken_ids=taken, draw=draw)
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
    draw: Callable[[str], ShownPicture] | None = None,
) -> Deck:
    """Load a deck; compute its figures by functions of a module, and fill them in.

    Cards may name exercises of `exercise_ids`, and share no id with `taken_ids`, which has the file of each. Messages
    show the path as `shown`. `draw` draws the pictures that cards name.

    Raises:
        YamlError: lists all errors of the file.
    """
    deck: Deck
    file, deck = load_as(Deck, path, shown, name="deck", keys="`id:`, `title:` and `cards:`")
    problems = placed(file, (), [*_deck_problems(deck, path.stem), *_id_problems(file, deck, taken_ids or {})])
    cards = []
    for number, card in enumerate(deck.cards):
        texts: list[tuple[Trail, str]] = [(("front",), card.front), (("back",), card.back)]
        values, figure_problems = computed_figures(card.figures, figures, deck.id, texts, "card")
        drawn, picture_problems = _drawn(card, draw)
        filled = replace(card, front=fill(card.front, values), back=fill(card.back, values), drawn=drawn)
        own_problems = _card_problems(filled, exercise_ids)
        problems += placed(file, ("cards", number), [*figure_problems, *picture_problems, *own_problems])
        cards.append(filled)
    refuse([*problems, *_repeated_questions(file, cards)])
    return replace(deck, cards=tuple(cards))


def tags_of(decks: list[Deck]) -> list[str]:
    """Return the tags of some decks, in order of first appearance."""
    return list(dict.fromkeys(tag for deck in decks for card in deck.cards for tag in card.tags))


def with_tags(decks: list[Deck], tags: tuple[str, ...]) -> list[Deck]:
    """Filter decks by tag: keep the cards that have any of the tags, or all cards if no tag is given."""
    if not tags:
        return decks
    kept = [replace(deck, cards=tuple(card for card in deck.cards if {*tags} & {*card.tags})) for deck in decks]
    return [deck for deck in kept if deck.cards]


# --- the deck as a whole ----------------------------------------------------------------------


def _deck_problems(deck: Deck, stem: str) -> Iterator[FieldProblem]:
    if not _is_id(deck.id):
        yield FieldProblem(("id",), f"`{deck.id}` is not an id; {_ID_ADVICE}")
    elif deck.id != stem:
        yield FieldProblem(("id",), f"`id` is `{deck.id}`, but the file is called {stem}.yaml; make them the same")
    yield from empty_problems(deck, "title", "cards")
    if "\n" in deck.title.strip():
        yield FieldProblem(("title",), "`title` has more than one line; write one")
    else:
        yield from hidden_problems(("title",), deck.title)


def _drawn(card: Card, draw: Callable[[str], ShownPicture] | None) -> tuple[ShownPicture | None, list[FieldProblem]]:
    """Return a card's picture, and the problem with it if there is one."""
    if card.picture is None or draw is None:
        return None, []
    try:
        return draw(card.picture), []
    except PictureError as error:
        return None, [FieldProblem(("picture",), str(error))]


def _id_problems(file: YamlFile, deck: Deck, taken_ids: Mapping[str, str]) -> Iterator[FieldProblem]:
    seen: dict[str, int] = {}
    for number, card in enumerate(deck.cards):
        trail: Trail = ("cards", number, "id")
        called, advice = f"is called `{card.id}`", "give each an id of its own"
        if not _is_id(card.id):
            yield FieldProblem(trail, f"`{card.id}` is not an id; {_ID_ADVICE}")
        elif card.id in seen:
            yield FieldProblem(trail, f"another card {called} (line {seen[card.id]}); {advice}")
        elif card.id in taken_ids:
            yield FieldProblem(trail, f"a card in {taken_ids[card.id]} {called}; {advice}")
        seen.setdefault(card.id, file.values[trail][0])


def _is_id(text: str) -> bool:
    return ID.match(text) is not None and len(text) <= LONGEST_ID


def _repeated_questions(file: YamlFile, cards: list[Card]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for number, card in enumerate(cards):
        words = " ".join((card.picture or "", *card.front.split())).strip()
        if words and words in seen:
            what = f"the card `{seen[words]}` asks the same; ask something else, or keep one of them"
            yield file.problem(("cards", number, "front"), what)
        seen.setdefault(words, card.id)


# --- one card ---------------------------------------------------------------------------------


def _card_problems(card: Card, exercise_ids: Collection[str]) -> Iterator[FieldProblem]:
    for index, tag in enumerate(card.tags):
        if not _is_id(tag):
            yield FieldProblem(("tags", index), f"`{tag}` is not a tag; {_ID_ADVICE}")
        elif tag in card.tags[:index]:
            yield FieldProblem(("tags", index), f"the tag `{tag}` is given twice; keep one")
    if card.exercise is not None and card.exercise not in exercise_ids:
        advice = meant(card.exercise, exercise_ids, "write `unit/name` as in `learn list`, or leave it out")
        yield FieldProblem(("exercise",), f"there is no exercise `{card.exercise}`; {advice}")
    if source := card.source:
        yield from empty_problems(source, "title", start=("source",))
        if source.url is not None and not URL.match(source.url):
            what = f"`{source.url}` is not an address; begin it with `https://`, and leave no blanks"
            yield FieldProblem(("source", "url"), what)
        for key, text in (("title", source.title), ("url", source.url or "")):
            yield from hidden_problems(("source", key), text)
    yield from empty_problems(card, "front", "back")
    yield from text_problems(("front",), card.front, is_long=False)
    yield from text_problems(("back",), card.back)


def computed_figures(
    function: str | None, module: ModuleType | None, deck_id: str, texts: Sequence[tuple[Trail, str]], owner: str
) -> tuple[dict[str, str], list[FieldProblem]]:
    """Return the figures that a function of a deck's module computes for the texts of a card or section, as text.

    The second value has the errors of the function, placeholders without a value, and figures that no text shows.
    """
    if function is not None and module is None:
        what = f"there is no file solutions/flashcards/{figures_name(deck_id)}.py with the function; write it"
        return {}, [FieldProblem(("figures",), f"{what}, or leave `figures` out")]
    try:
        given = computed(function, module) if function is not None else {}
    except FigureError as error:
        return {}, [FieldProblem(("figures",), str(error))]
    values = as_texts(given)
    problems = list(place_problems(texts, values, lambda name: _no_value(name, function, values)))
    if (used := names_used(texts)) <= values.keys():  # else one name is misspelt rather than another surplus
        problems += surplus_problems(used, values, function, owner)
    return values, problems


def _no_value(name: str, function: str | None, values: Mapping[str, str]) -> str:
    if function is None:
        what = "name the function that computes it under `figures:`, or put a blank between the braces of a formula"
        return f"`{{{{ {name} }}}}` has no value; {what}"
    otherwise = f"it computes {', '.join(values) or 'nothing'}"
    return f"`{function}` does not compute `{name}`; {meant(name, values, otherwise)}"


def text_problems(trail: Trail, text: str, *, is_long: bool = True) -> Iterator[FieldProblem]:
    """Yield characters that cannot be seen and markup that cards cannot show."""
    yield from hidden_problems(trail, text)
    yield from (FieldProblem(trail, wrong.message, wrong.piece) for wrong in markdown.problems(text, is_long=is_long))


def hidden_problems(trail: Trail, text: str) -> Iterator[FieldProblem]:
    """Yield the first character that is invisible or changes the text direction."""
    odd = (sign for sign in text if not sign.isprintable() and sign not in _JOINERS)
    for sign in islice((sign for sign in odd if unicodedata.category(sign) != "Zs"), 1):
        yield FieldProblem(trail, f"the sign U+{ord(sign):04X} cannot be seen; take it out", sign)
