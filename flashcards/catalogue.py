"""Find a course's decks, by name or all of them, without importing the models that load them."""

import difflib
from collections.abc import Sequence
from pathlib import Path

from grader.core.errors import UnknownNameError
from grader.course import find
from grader.course.course import Course

DECKS = Path(__file__).parent / "decks"
"""The decks of the shipped course."""
FIRST = "course"
"""The beginners' deck; it is listed first."""


def decks_of(course: Course) -> Path:
    """Return the folder of a course's decks; it may not exist."""
    return DECKS if course.content == find() else course.content.exercises.parent / "flashcards" / "decks"


def deck_names(folder: Path = DECKS) -> list[str]:
    """Return the names of the decks in a folder, the beginners' deck first."""
    return sorted((path.stem for path in folder.glob("*.yaml")), key=lambda name: (name != FIRST, name))


def changed_at(names: Sequence[str], course: Course) -> int:
    """Return the latest modification time of some decks' files, in seconds since the epoch.

    Raises:
        UnknownNameError: there is no deck of that name.
    """
    files = deck_files(course, names)
    return max((int(path.stat().st_mtime) for path in files if path.is_file()), default=0)


def deck_files(course: Course, names: Sequence[str] = ()) -> list[Path]:
    """Return the YAML files of some decks, or of all, and the modules that compute their figures.

    Raises:
        UnknownNameError: there is no deck of that name.
    """
    folder = decks_of(course)
    paths = deck_paths(names, course)
    modules = [figures_module(path, course, folder) for path in paths]
    return [*paths, *(course.solutions.path(module) for module in modules if module)]


def figures_name(deck_id: str) -> str:
    """Return the name of the module with a deck's figures."""
    return deck_id.replace("-", "_")


def figures_module(path: Path, course: Course, folder: Path) -> str:
    """Return the module in the solutions that computes a deck's figures, or nothing if there is none."""
    module = f"flashcards/{figures_name(path.stem)}"
    return module if path.parent == folder and course.solutions.path(module).is_file() else ""


def deck_paths(names: Sequence[str], course: Course) -> list[Path]:
    """Return the paths of the named decks, each once, or of all: the beginners' deck, those of units, then the others."""
    folder, units = decks_of(course), [unit.id for unit in course.units]
    listed = sorted(
        deck_names(folder), key=lambda name: (name != FIRST, units.index(name) if name in units else len(units))
    )
    return list(dict.fromkeys(_path(name, folder) for name in names or listed))


def _path(name: str, folder: Path) -> Path:
    """Return the path of a deck; a name that ends with `.yaml` is a path already."""
    if name.endswith(".yaml"):
        return Path(name)
    names = deck_names(folder)
    if name in names:
        return folder / f"{name}.yaml"
    near = difflib.get_close_matches(name, names, n=1)
    advice = f"did you mean {near[0]}?" if near else "`learn print cards` shows them all"
    raise UnknownNameError(f"there is no deck {name!r}; {advice}")
