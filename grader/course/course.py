"""A course: its table of contents, and its exercises, loaded when asked for."""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import grader
from grader.course.location import Content, shown_path
from grader.course.solutions import Solutions
from grader.files.safe_write import whole

if TYPE_CHECKING:
    from grader.course.exercise import Exercise

VALIDATING = ("core", "files", "checks", "course", "../flashcards")
"""The rooms whose code decides which exercises and decks are valid."""
UNGRADED = {"exercises": ("quiz",), "solutions": ("flashcards",)}
"""Folders of a course on which no grade depends."""


class UnknownExerciseError(Exception):
    """A name that no exercise of the course has."""


class Unit(NamedTuple):
    """A chapter of the course and the ids of its exercises in teaching order."""

    id: str
    title: str
    exercise_ids: tuple[str, ...]


class Words(NamedTuple):
    """What people read of an exercise, known without loading what grades it."""

    id: str
    title: str
    signature: str
    task: str
    points: int
    hints: tuple[str, ...]
    checks: tuple[tuple[str, int], ...]
    """The name and the points of each check."""
    explain: str

    @property
    def name(self) -> str:
        """Return the id's last part, which the learner's file is named after."""
        return self.id.rpartition("/")[2]


class Course:
    """One course folder. With a cache folder, exercises that were valid once are not parsed again."""

    def __init__(self, content: Content, cache: Path | None = None) -> None:
        self.content = content
        self.solutions = Solutions(content)
        self._cache = cache
        self._data: dict[str, dict[str, Any]] = {}
        self._exercises: dict[str, Exercise] = {}

    @cached_property
    def _table(self) -> dict[str, Any]:
        path = self.content.exercises / "course.yaml"
        return self._of_exercises(path, lambda: self._load_table(path))

    @property
    def id(self) -> str:
        """Return the course's id."""
        return str(self._table["id"])

    @property
    def title(self) -> str:
        """Return the course's title."""
        return str(self._table["title"])

    @property
    def version(self) -> int:
        """Return the version that the author counts up when grades could change."""
        return int(self._table["version"])

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Return the units in teaching order."""
        return tuple(
            Unit(unit["id"], unit["title"], tuple(f"{unit['id']}/{name}" for name in unit["exercises"]))
            for unit in self._table["units"]
        )

    @property
    def exercise_ids(self) -> list[str]:
        """Return the ids of all exercises in teaching order."""
        return [exercise_id for unit in self.units for exercise_id in unit.exercise_ids]

    def find(self, name: str) -> str:
        """Return the id of the exercise that a learner calls by its id, its name or its file.

        Raises:
            UnknownExerciseError: there is none, or more than one.
        """
        wanted = name.replace(os.sep, "/").removesuffix(".py").removesuffix(".yaml").rstrip("/")
        matches = [
            each
            for each in self.exercise_ids
            if wanted in (each, each.rpartition("/")[2]) or wanted.endswith(f"/{each}")
        ]
        if len(matches) == 1:
            return matches[0]
        names = [each.rpartition("/")[2] for each in self.exercise_ids]
        near = difflib.get_close_matches(wanted.rpartition("/")[2], names, n=1)
        advice = f"did you mean {near[0]}?" if near else "`learn list` shows them all"
        raise UnknownExerciseError(f"there is no exercise {wanted!r}; {advice}")

    def exercise(self, exercise_id: str) -> Exercise:
        """Return an exercise.

        Raises:
            ExerciseError: its file is not right.
        """
        from grader.course.exercise import Exercise, from_json

        if exercise_id not in self._exercises:
            data = self._exercise_data(exercise_id)
            self._exercises[exercise_id] = from_json(Exercise, {**data, "id": exercise_id})
        return self._exercises[exercise_id]

    def words(self, exercise_id: str) -> Words:
        """Return what people read of an exercise.

        Raises:
            ExerciseError: its file is not right.
        """
        data = self._exercise_data(exercise_id)
        checks = tuple((check["name"], check["points"]) for check in data["checks"])
        copied = {key: data[key] for key in ("title", "signature", "task", "points", "explain")}
        return Words(id=exercise_id, hints=tuple(data["hints"]), checks=checks, **copied)

    def exercises(self) -> Iterator[Exercise]:
        """Yield all exercises in teaching order."""
        for exercise_id in self.exercise_ids:
            yield self.exercise(exercise_id)

    def stub(self, exercise_id: str) -> Path:
        """Return where an exercise's stub stands."""
        return self.content.exercises / f"{exercise_id}.py"

    @cached_property
    def sha256(self) -> str:
        """Return a hash over every file that can change a grade."""
        digest = hashlib.sha256()
        roots = (self.content.exercises, self.content.solutions)
        files = sorted((path.relative_to(root).as_posix(), path) for root in roots for path in _graded_files(root))
        for name, path in files:
            digest.update(f"{name}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    def _load_table(self, path: Path) -> dict[str, Any]:
        from grader.course.course_file import load_table

        return load_table(path, shown_path(path))

    def _exercise_data(self, exercise_id: str) -> dict[str, Any]:
        if exercise_id not in self._data:
            path = self.content.exercises / f"{exercise_id}.yaml"
            self._data[exercise_id] = self._of_exercises(path, lambda: self._load(path, exercise_id))
        return self._data[exercise_id]

    def _load(self, path: Path, exercise_id: str) -> dict[str, Any]:
        from grader.course.exercise_file import load

        return load(path, exercise_id, self.solutions.companion(exercise_id), shown_path(path))

    def _of_exercises(self, path: Path, load: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Load a file of `exercises/`, or its cache entry; its companion decides too whether it is valid."""
        folder = self.content.solutions / path.relative_to(self.content.exercises).parent
        return self.cached(path.stem, (path, folder / f"{path.stem}_checks.py"), load)

    def cached(self, name: str, files: Iterable[Path], load: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Return the JSON data that `load` returns, from the cache if no file has changed since it was loaded.

        Args:
            name: the first part of the entry's name.
            files: everything of the course that the data depends on.
            load: reads and validates the files; what it raises is not cached.
        """
        entry = self._cache_entry(name, files)
        if entry is None:
            return dict(load())
        with contextlib.suppress(OSError, ValueError):
            known = json.loads(entry.read_text("utf-8"))
            if isinstance(known, dict) and known:
                return known
        data = dict(load())
        if _has_number_key(data):
            return data  # JSON would turn the keys into text
        try:
            entry.parent.mkdir(parents=True, exist_ok=True)
            with whole(entry, outlives_power_cuts=False) as file:
                file.write(json.dumps(data).encode())
        except OSError:
            pass  # a cache that cannot be written is no cache
        return data

    def _cache_entry(self, name: str, files: Iterable[Path]) -> Path | None:
        """Name the cache entry after all that validation depends on: the files, and this version."""
        if self._cache is None:
            return None
        digest = hashlib.sha256(f"{grader.__version__}\0{sys.version_info[:2]}\0".encode())
        package = Path(__file__).parent.parent
        for each in sorted(path for room in VALIDATING for path in (package / room).glob("*.py")):
            status = each.stat()
            digest.update(f"{each.name}\0{status.st_mtime_ns}\0{status.st_size}\0".encode())
        for each in files:
            digest.update(f"{each.name}\0".encode())
            try:
                digest.update(hashlib.sha256(each.read_bytes()).digest())
            except OSError:
                digest.update(b"-")
        return self._cache / f"{name}-{digest.hexdigest()[:32]}.json"


def _has_number_key(data: Any) -> bool:
    if isinstance(data, dict):
        return any(not isinstance(key, str) or _has_number_key(value) for key, value in data.items())
    return isinstance(data, list) and any(map(_has_number_key, data))


def _graded_files(root: Path) -> Iterator[Path]:
    """Yield the files that grades depend on: YAML and solutions; not stubs, quizzes and the figures of flashcards."""
    suffixes = (".yaml", ".py", ".npz", ".json") if root.name == "solutions" else (".yaml",)
    for path in root.rglob("*"):
        is_source = path.suffix in suffixes and path.is_file() and "__pycache__" not in path.parts
        if is_source and path.relative_to(root).parts[0] not in UNGRADED[root.name]:
            yield path


def default_cache() -> Path:
    """Return the folder for parsed exercises."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/.cache")
    return Path(base) / "token-by-token"
