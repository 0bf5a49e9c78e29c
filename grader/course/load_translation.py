"""Load the language files of a translation; report all errors of a file at once, each with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grader.core.models import yaml_model
from grader.course import shown_path
from grader.course.translation import PICTURES
from grader.files.yaml_load import load_as


@yaml_model
class TranslatedMistake:
    """The text for learners who make a mistake, in place of its docstring."""

    title: str
    """The docstring's first line: what the wrong version does."""
    words: str
    """The rest: why that is wrong, and what to look at next."""


@yaml_model
class TranslatedExercise:
    """The texts of one exercise in another language: all of them, with the same figures and code."""

    title: str
    """The title that learners see in lists."""
    task: str
    """The task, in Markdown, with the same paragraphs."""
    hints: tuple[str, ...]
    """The hints, as many as there are in English."""
    checks: dict[str, str]
    """The name of each check, by its English name."""
    explain: str
    """The explanation after passing, in Markdown."""
    mistakes: dict[str, TranslatedMistake]
    """The text of each mistake, by the name of its function."""


@yaml_model
class TranslatedUnit:
    """The texts of a unit in course.yaml."""

    title: str
    """The title that learners see."""
    can: str = ""
    """The sentences on what their code can do now, for learners who have passed all of its exercises."""


@yaml_model
class TranslatedCourse:
    """The texts of course.yaml in another language."""

    units: dict[str, TranslatedUnit]
    """The units that are translated, by their names."""


@yaml_model
class TranslatedPictures:
    """The words on the pictures of one module in another language."""

    pictures: dict[str, dict[str, str]]
    """For each picture, by the name of its function: its texts, by the English ones, with the same figures."""


def load_translation(name: str, path: Path) -> dict[str, Any]:
    """Load the language file of an exercise, of a module of pictures or of the table of contents; return its data.

    Raises:
        YamlError: with all keys that are unknown or missing, and all values of the wrong type.
    """
    folder, _, _ = name.rpartition("/")
    model = TranslatedPictures if folder == PICTURES else TranslatedExercise if folder else TranslatedCourse
    keys = ", ".join(f"`{key}:`" for key in model.__dataclass_fields__)
    file, _ = load_as(model, path, shown_path(path), name="translation", keys=keys)
    return dict(file.data)
