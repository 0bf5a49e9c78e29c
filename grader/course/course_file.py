"""Load a course's table of contents from `course.yaml`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grader.core.yaml_model import yaml_model
from grader.course.exercise_file import ID
from grader.files.strict_yaml import Problem, Trail, YamlFile
from grader.files.yaml_load import load_as, refuse
from grader.files.yaml_messages import unknown


@yaml_model
class UnitTable:
    """A chapter."""

    id: str
    """The name of its folder."""
    title: str
    """What learners see."""
    exercises: tuple[str, ...]
    """The names of its exercises in teaching order."""


@yaml_model
class CourseTable:
    """The table of contents."""

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
        YamlError: with all problems of the file.
    """
    file, _ = load_as(CourseTable, path, shown, name="course", keys="`id:`, `title:`, `version:` and `units:`")
    refuse(_meaning_problems(file, path.parent))
    return dict(file.data)


def _meaning_problems(file: YamlFile, folder: Path) -> Iterator[Problem]:
    """Yield empty texts and lists, and the problems of the units."""
    for key in ("id", "title"):
        if not file.data[key].strip():
            yield file.problem((key,), f"`{key}` is empty; write it")
    if file.data["version"] < 1:
        yield file.problem(("version",), f"`version` is {file.data['version']}; write 1 or more")
    if not file.data["units"]:
        yield file.problem(("units",), "`units` is empty; write at least one")
    seen: set[str] = set()
    for number, unit in enumerate(file.data["units"]):
        trail: Trail = ("units", number)
        if not unit["title"].strip():
            yield file.problem((*trail, "title"), "`title` is empty; write it")
        yield from _name_problems(file, (*trail, "id"), unit["id"], seen)
        for index, name in enumerate(unit["exercises"]):
            yield from _name_problems(file, (*trail, "exercises", index), name, seen)
        if ID.match(unit["id"]):
            yield from _file_problems(file, trail, unit, folder / unit["id"])


def _name_problems(file: YamlFile, trail: Trail, name: str, seen: set[str]) -> Iterator[Problem]:
    """Yield an id that is not a name, or is used twice."""
    if not ID.match(name):
        yield file.problem(trail, f"`{name}` is not a name; use small letters, digits and underscores, at most 40")
    if name in seen:
        yield file.problem(trail, f"`{name}` is used twice; give each a name of its own")
    seen.add(name)


def _file_problems(file: YamlFile, trail: Trail, unit: dict[str, Any], folder: Path) -> Iterator[Problem]:
    """Yield a unit without its folder, and exercises without their file."""
    if not folder.is_dir():
        yield file.problem((*trail, "id"), f"there is no folder {unit['id']}; make it, or correct the id")
        return
    files = sorted(path.stem for path in folder.glob("*.yaml"))
    for index, name in enumerate(unit["exercises"]):
        if ID.match(name) and name not in files:
            what = unknown("exercise", name, files)
            yield file.problem((*trail, "exercises", index), f"there is no file {unit['id']}/{name}.yaml: {what}")
