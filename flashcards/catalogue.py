"""The decks that there are, and opening them with the course that their cards belong to."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

from flashcards.deck import Deck
from flashcards.deck_file import figures_name, load_deck
from grader.course.course import Course
from grader.course.location import find, shown_path

DECKS = Path(__file__).parent / "decks"
"""The decks of the course that this package comes with."""
FIRST = "course"
"""The deck that beginners start with; it is named before all others."""


class UnknownDeckError(Exception):
    """A name that no deck has."""


def decks_of(course: Course) -> Path:
    """Return the folder of a course's decks, which need not be there."""
    return DECKS if course.content == find() else course.content.exercises.parent / "flashcards" / "decks"


def deck_names(folder: Path = DECKS) -> list[str]:
    """Return the names of the decks in a folder, the one for beginners first."""
    return sorted((path.stem for path in folder.glob("*.yaml")), key=lambda name: (name != FIRST, name))


def open_decks(names: Sequence[str] = (), course: Course | None = None, folder: Path | None = None) -> list[Deck]:
    """Open some decks of a course, or all of them if none is named; a name that ends with .yaml is a file anywhere.

    The course is the one that we ship, and the folder that of its decks, unless others are given.

    Raises:
        UnknownDeckError: there is no deck of that name.
        ExerciseError: with everything that is wrong with the first deck that cannot be used.
        SolutionError: what computes a deck's figures cannot be loaded.
    """
    course = course or Course(find())
    folder = folder or decks_of(course)
    decks: list[Deck] = []
    taken: dict[str, str] = {}
    for path in _paths(names, folder):
        figures = _figures(path, course, folder)
        module = course.solutions.reference(figures) if figures else None
        deck = load_deck(path, module, course.exercise_ids, shown=shown_path(path), taken_ids=taken)
        taken |= dict.fromkeys((card.id for card in deck.cards), path.name)
        decks.append(deck)
    return decks


def changed_at(names: Sequence[str], course: Course) -> int:
    """Return when the newest file of some decks was changed, in seconds.

    Raises:
        UnknownDeckError: there is no deck of that name.
    """
    folder = decks_of(course)
    files = []
    for path in _paths(names, folder):
        figures = _figures(path, course, folder)
        files += [path, course.solutions.path(figures)] if figures else [path]
    return max((int(path.stat().st_mtime) for path in files if path.is_file()), default=0)


def _figures(path: Path, course: Course, folder: Path) -> str:
    """Return what the solutions call the module that computes a deck's figures, or nothing if there is none."""
    module = f"flashcards/{figures_name(path.stem)}"
    return module if path.parent == folder and course.solutions.path(module).is_file() else ""


def _paths(names: Sequence[str], folder: Path) -> list[Path]:
    """Return where decks stand, each once."""
    return list(dict.fromkeys(_path(name, folder) for name in names or deck_names(folder)))


def _path(name: str, folder: Path) -> Path:
    """Return where a deck stands."""
    if name.endswith(".yaml"):
        return Path(name)
    names = deck_names(folder)
    if name in names:
        return folder / f"{name}.yaml"
    near = difflib.get_close_matches(name, names, n=1)
    advice = f"did you mean {near[0]}?" if near else "`learn cards` shows them all"
    raise UnknownDeckError(f"there is no deck {name!r}; {advice}")
