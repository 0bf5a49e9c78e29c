"""A course: its table of contents, its exercises, and the trusted Python files of `solutions/`, all loaded lazily."""

import hashlib
import importlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from grader.core.errors import CourseError, UnknownNameError
from grader.core.result import Mistake
from grader.core.shapes import Json, JsonObject
from grader.course import LOAD, MODULES, Content, fault_place, shown_path
from grader.course.edit import Edit, apply_edits, can_combine, version_source

if TYPE_CHECKING:
    from grader.course.effort import Effort
    from grader.course.ending import CourseEnding
    from grader.course.exercise import Exercise
    from grader.course.parsed_cache import ParsedCache

UNGRADED = {"exercises": ("quiz",), "solutions": ("flashcards", "lessons", "pictures", "quiz")}
"""Folders of a course on which no grade depends."""
TABLE = "course"
"""The table of contents, by the name of its file."""


class Then(NamedTuple):
    """The end of a unit: what the learner's code can do now, the command that shows it, and one to compare that with."""

    can: str
    command: str
    beside: str = ""


class Unit(NamedTuple):
    """A chapter of the course and the ids of its exercises in teaching order."""

    id: str
    title: str
    exercise_ids: tuple[str, ...]
    then: Then | None = None
    extra_ids: tuple[str, ...] = ()
    """The exercises among them that the way through the course passes by."""

    @property
    def main_ids(self) -> tuple[str, ...]:
        return tuple(exercise_id for exercise_id in self.exercise_ids if exercise_id not in self.extra_ids)


class Words(NamedTuple):
    """The texts of an exercise, available without importing its checks and numpy."""

    id: str
    title: str
    signatures: tuple[str, ...]
    """The signatures of all functions to write, the main one first."""
    task: str
    points: int
    hints: tuple[str, ...]
    checks: tuple[tuple[str, int], ...]
    """The name and the points of each check."""
    explain: str
    picture: str
    """The name of the picture below the task; empty if there is none."""
    first: int
    """The number of checks of the first version; 0 for a task in one part."""

    @property
    def name(self) -> str:
        """Return the id's last part, which the learner's file is named after."""
        return self.id.rpartition("/")[2]

    @property
    def functions(self) -> tuple[str, ...]:
        """Return the names of all functions or classes to write, the main one first."""
        return tuple(signature.partition("(")[0].strip() for signature in self.signatures)


class Course:
    """One course folder. With a cache, valid exercises are parsed once."""

    def __init__(self, content: Content, cache: "ParsedCache | None" = None) -> None:
        self.content = content
        self.solutions = Solutions(content)
        self._cache = cache
        self._data: dict[str, JsonObject] = {}
        self._exercises: dict[str, Exercise] = {}

    @property
    def id(self) -> str:
        return str(self.data(TABLE)["id"])

    @property
    def title(self) -> str:
        return str(self.data(TABLE)["title"])

    @property
    def version(self) -> int:
        """Return the version, which the author increments when grades could change."""
        return int(self.data(TABLE)["version"])

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return tuple(map(_unit, self.data(TABLE)["units"]))

    @property
    def about(self) -> str:
        """Return the sentence on what the course is; empty if it has none."""
        return str(self.data(TABLE).get("about", ""))

    @property
    def prerequisites(self) -> str:
        """Return the sentence on the knowledge that learners need; empty if the course has none."""
        return str(self.data(TABLE).get("prerequisites", ""))

    @property
    def repository(self) -> str:
        """Return the address of the course's public git repository; empty if it names none."""
        return str(self.data(TABLE).get("repository", ""))

    @property
    def ending(self) -> "CourseEnding":
        """Return the words of `learn finish`, empty if the course has none."""
        # Grading does without.
        from grader.course.ending import ending_of

        return ending_of(self.data(TABLE))

    @property
    def exercise_ids(self) -> list[str]:
        return [exercise_id for unit in self.units for exercise_id in unit.exercise_ids]

    @property
    def main_ids(self) -> list[str]:
        """Return the ids of the exercises that are not extra, in teaching order."""
        return [exercise_id for unit in self.units for exercise_id in unit.main_ids]

    def matching(self, name: str) -> list[str]:
        """Return the ids of the exercises that have this id, name or file: one, or none."""
        wanted = name.replace(os.sep, "/").removesuffix(".py").removesuffix(".yaml").rstrip("/")
        paths = {exercise_id: f"/{exercise_id}" for exercise_id in self.exercise_ids}
        return [name for name, path in paths.items() if path.endswith(f"/{wanted}") or wanted.endswith(path)]

    def find(self, name: str) -> str:
        """Return the id of an exercise, given its id, its name or its file; raise UnknownNameError if there is none."""
        if not (ids := self.matching(name)):
            raise UnknownNameError(f"there is no exercise {name!r}; `learn list` shows them all")
        return ids[0]

    def exercise(self, exercise_id: str) -> "Exercise":
        """Return an exercise; raise YamlError if its file is not valid."""
        # Imports numpy; listing and showing exercises do without.
        from grader.course.exercise import Exercise, from_json

        if exercise_id not in self._exercises:
            data = {**self.data(exercise_id), "id": exercise_id}
            self._exercises[exercise_id] = from_json(Exercise, data)
        return self._exercises[exercise_id]

    def words(self, exercise_id: str) -> Words:
        """Return an exercise's texts; raise YamlError if its file is not valid."""
        data = self.data(exercise_id)
        checks = tuple((check["name"], check["points"]) for check in data["checks"])
        signatures = dict.fromkeys(check.get("signature") or data["signature"] for check in [{}, *data["checks"]])
        texts = {"picture": "", "first": 0, **data}
        copied = {key: texts[key] for key in ("title", "task", "points", "explain", "picture", "first")}
        copied |= {"signatures": tuple(signatures), "hints": tuple(texts["hints"])}
        return Words(id=exercise_id, checks=checks, **copied)

    def effort(self, exercise_id: str) -> "Effort":
        """Return the estimated time and difficulty of an exercise."""
        # Grading does without.
        from grader.course.effort import estimate

        data = self.data(exercise_id)
        return estimate(data["task"], data["points"], self._solution_sizes[exercise_id.rpartition("/")[2]])

    @cached_property
    def _solution_sizes(self) -> dict[str, int]:
        """The length of each solution by its exercise's name; in one entry of the cache, since `learn list` needs all."""
        # Grading does without.
        from grader.course.effort import solution_size

        paths = [self.solutions.path(exercise_id) for exercise_id in self.exercise_ids]
        return self.parsed("sizes", paths, lambda: {path.stem: solution_size(path) for path in paths})

    def exercises(self) -> "Iterator[Exercise]":
        return map(self.exercise, self.exercise_ids)

    def mistakes(self, exercise_id: str) -> list[Mistake]:
        """Return the typical wrong versions of an exercise, in the order of their file; none if there is no file.

        Raises:
            YamlError: the file is not valid.
        """
        data = self._mistake_data(exercise_id)
        return [self._mistake(exercise_id, data["code"], version) for version in data["versions"]]

    def _mistake_data(self, exercise_id: str) -> JsonObject:
        path, solution = self.solutions.mistakes_path(exercise_id), self.solutions.path(exercise_id)

        def validated() -> JsonObject:
            # Imports pydantic; a cached course does without.
            from grader.course.mistakes import load_mistakes

            if not path.is_file():
                return {"code": "", "versions": []}
            return load_mistakes(path, shown_path(path), solution)

        if path.stem not in self._data:
            self._data[path.stem] = self.parsed(path.stem, (path, solution), validated)
        return self._data[path.stem]

    def _mistake(self, exercise_id: str, code: str, version: JsonObject) -> Mistake:
        edits = tuple(Edit(*edit) for edit in version["edits"])
        source = version_source(code, edits, version["code"], exercise_id.rpartition("/")[2])
        return Mistake(
            **{key: version[key] for key in ("name", "title", "words", "version")},
            source=source,
            load=self._loader(exercise_id, version["version"], source, version["line"]),
            changes=tuple(version["changes"]),
            edits=edits,
        )

    def combined(self, exercise_id: str, mistakes: Sequence[Mistake]) -> Mistake | None:
        """Return a mistake whose source has the edits of several, with the words of the first; None if they overlap."""
        edits = [[*map(Edit._make, mistake.edits)] for mistake in mistakes]
        if not all(edits) or not all(can_combine(*pair) for pair in combinations(edits, 2)):
            return None
        every = tuple(sorted({edit for own in edits for edit in own}))
        version, code = "+".join(mistake.version for mistake in mistakes), self._mistake_data(exercise_id)["code"]
        source = apply_edits(code, every)
        load = self._loader(exercise_id, version, source, 1)
        return mistakes[0]._replace(version=version, source=source, load=load, edits=every)

    def _loader(self, exercise_id: str, version: str, source: str, line: int) -> Callable[[], ModuleType]:
        place = f"{shown_path(self.solutions.mistakes_path(exercise_id))}:{line}:1"
        return cache(partial(self.solutions.run_source, f"{exercise_id}__{version}", source, place))

    def stub(self, exercise_id: str) -> Path:
        return self.content.exercises / f"{exercise_id}.py"

    def parsed(self, name: str, files: Iterable[Path], load: Callable[[], JsonObject]) -> JsonObject:
        """Return the data that `load` returns; from the cache if there is one, see `ParsedCache.get`."""
        return load() if self._cache is None else self._cache.get(name, files, load)

    @cached_property
    def sha256(self) -> str:
        """Return a hash over every file that can change a grade."""
        digest = hashlib.sha256()
        roots = (self.content.exercises, self.content.solutions)
        files = sorted(file for root in roots for file in _graded_files(root))
        for name, path in files:
            digest.update(f"{name}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    def data(self, name: str) -> JsonObject:
        """Return an exercise, or the table of contents, as its file has it: validated, with its companion; loaded once."""
        path = self.content.exercises / f"{name}.yaml"

        def validated() -> JsonObject:
            # Imports pydantic; a cached course does without.
            from grader.course.load import load, load_table

            if name == TABLE:
                return load_table(path, shown_path(path))
            return load(path, name, self.solutions.companion(name), shown_path(path), self.data(TABLE))

        if name not in self._data:
            self._data[name] = self.parsed(path.stem, (path, self.solutions.path(name, "_checks")), validated)
        return self._data[name]


def _unit(table: Mapping[str, Json]) -> Unit:
    """Return a unit of the table of contents."""
    unit_id = table["id"]
    return Unit(
        id=unit_id,
        title=table["title"],
        exercise_ids=tuple(f"{unit_id}/{name}" for name in table["exercises"]),
        then=Then(**table["then"]) if table.get("then") else None,
        extra_ids=tuple(f"{unit_id}/{name}" for name in table.get("extra", ())),
    )


def _graded_files(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files that grades depend on, by their names in `root`: YAML and solutions; not stubs, quizzes or figures."""
    suffixes = (".yaml", ".py", ".npz", ".json") if root.name == "solutions" else (".yaml",)
    for folder, folders, names in os.walk(root):  # three times as fast as Path.rglob, and every check does this
        ungraded = UNGRADED[root.name] if Path(folder) == root else ()
        folders[:] = set(folders).difference(ungraded, ["__pycache__"])
        paths = [Path(folder, name) for name in names if name.endswith(suffixes)]
        yield from ((path.relative_to(root).as_posix(), path) for path in paths if path.is_file())


class SolutionError(CourseError):
    """A file of `solutions/` that cannot be loaded; the message says why."""


class Solutions:
    """The solutions of one course, loaded lazily."""

    def __init__(self, content: Content) -> None:
        self._folder = content.solutions.resolve()
        # Importable under a name of its own, so that several courses can be loaded.
        self._package = f"{MODULES}{abs(hash(str(self._folder))):x}"
        package = sys.modules.setdefault(self._package, ModuleType(self._package))
        package.__path__ = [str(self._folder)]

    def path(self, exercise_id: str, suffix: str = "") -> Path:
        """Return the path of a solution, or with a suffix such as `_checks` of a file that belongs to it."""
        return self._folder / f"{exercise_id}{suffix}.py"

    def mistakes_path(self, exercise_id: str) -> Path:
        return self._folder / f"{exercise_id}_mistakes.yaml"

    def companion(self, exercise_id: str) -> ModuleType | None:
        """Return the module of laws, filters, spies and generators, if the exercise has one."""
        return self.reference(f"{exercise_id}_checks") if self.path(exercise_id, "_checks").is_file() else None

    def run_source(self, name: str, source: str, place: str) -> ModuleType:
        """Return the module of a source that no file holds, under a name such as `unit/name`.

        Exceptions in it are told at `place`, `path:line:column`.

        Raises:
            SolutionError: it raises an exception.
        """
        # Grading right work does without.
        from grader.course.run_source import run_source

        try:
            return run_source(f"{self._package}.{name.replace('/', '.')}", source, place, print=_print_nothing)
        except Exception as error:  # the course's code can raise anything
            what = f"{type(error).__name__}: {error}".replace(self._package, "solutions")
            raise SolutionError(f"{place}: {LOAD.format(what)}") from error

    def reference(self, name: str) -> ModuleType:
        """Return the module of a reference solution, or of another file of `solutions/`."""
        try:
            module = importlib.import_module(f"{self._package}.{name.replace('/', '.')}")
        except Exception as error:  # the course's code can raise anything
            where = fault_place(error)[0] or shown_path(self.path(name))
            what = f"{type(error).__name__}: {error}".replace(self._package, "solutions")
            raise SolutionError(f"{where}: {LOAD.format(what)}") from error
        vars(module).setdefault("print", _print_nothing)  # a mistake may print, and stdout is for results
        return module


def _print_nothing(*values: object, **options: object) -> None:
    """Stand for `print` in trusted modules."""
