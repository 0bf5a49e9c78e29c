"""Load a course's table of contents from `course.yaml`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader import yamlfile
from grader.exercise_file import ID, ExerciseError, model_problems, unknown
from grader.inputs import STRICT
from grader.yamlfile import Problem, YamlError, YamlFile


@dataclass(frozen=True, kw_only=True)
class UnitTable:
    """A chapter."""

    __pydantic_config__ = STRICT

    id: str
    """The name of its folder."""
    title: str
    """What learners see."""
    exercises: tuple[str, ...]
    """The names of its exercises in teaching order."""


@dataclass(frozen=True, kw_only=True)
class CourseTable:
    """The table of contents."""

    __pydantic_config__ = STRICT

    id: str
    """The course's name in results."""
    title: str
    """The course's title."""
    version: int
    """Counted up whenever a change could change a grade."""
    units: tuple[UnitTable, ...]
    """The chapters in teaching order."""


def load_table(path: Path, shown: str | None = None) -> dict[str, Any]:
    """Load a table of contents.

    Raises:
        ExerciseError: with everything that is wrong with the file.
    """
    try:
        file = yamlfile.read(path, shown)
    except YamlError as error:
        raise ExerciseError(error.problems) from error
    problems = [file.problem((), "is not a course; write `id:`, `title:`, `version:` and `units:`")]
    if isinstance(file.data, dict):
        problems = list(model_problems(file, (), CourseTable, {})) or list(_meaning_problems(file, path.parent))
    if problems:
        raise ExerciseError(sorted(set(problems)))
    return dict(file.data)


def _meaning_problems(file: YamlFile, folder: Path) -> Iterator[Problem]:
    """Yield ids that are not names, are used twice, or have no file."""
    seen: set[str] = set()
    for number, unit in enumerate(file.data["units"]):
        for trail, name in [
            (("units", number, "id"), unit["id"]),
            *((("units", number, "exercises", index), name) for index, name in enumerate(unit["exercises"])),
        ]:
            if not ID.match(name):
                yield file.problem(
                    trail, f"`{name}` is not a name; use small letters, digits and underscores, at most 40"
                )
            if name in seen:
                yield file.problem(trail, f"`{name}` is used twice; give each a name of its own")
            seen.add(name)
        files = sorted(path.stem for path in (folder / unit["id"]).glob("*.yaml"))
        for index, name in enumerate(unit["exercises"]):
            if name not in files:
                yield file.problem(
                    ("units", number, "exercises", index),
                    f"{unit['id']}/{name}.yaml does not exist: {unknown('exercise', name, files)}",
                )
