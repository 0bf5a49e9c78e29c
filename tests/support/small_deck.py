"""The small deck that flashcards are tested with, and a course that has it."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

from places import DATA

from flashcards.deck import Deck, load_deck
from grader.course import find
from grader.course.course import Course

DECKS = DATA / "decks"


def module(path: Path) -> ModuleType:
    """Import a file of functions that compute figures."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def small() -> Deck:
    """Load the small deck."""
    return load_deck(DECKS / "small.yaml", module(DECKS / "small_figures.py"), ["small/total"])


def course_with_decks(folder: Path) -> Course:
    """Make a course with the exercises of the tiny one, the small deck, and a deck without figures."""
    shutil.copytree(DATA / "course", folder, dirs_exist_ok=True)
    decks, figures = folder / "flashcards/decks", folder / "solutions/flashcards"
    for each in (decks, figures):
        each.mkdir(parents=True)
    (decks / "small.yaml").write_bytes((DECKS / "small.yaml").read_bytes())
    (decks / "course.yaml").write_bytes((DECKS / "course.yaml").read_bytes())
    (figures / "small.py").write_bytes((DECKS / "small_figures.py").read_bytes())
    return Course(find(folder))
