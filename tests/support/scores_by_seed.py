"""One work, one score, one name: grade each piece of work on an exercise under several seeds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from first_attempts import FOLDERS as ATTEMPTS
from first_attempts import attempts
from learner_sets import read_variants, write_variant
from named_mistakes import FOLDER as NAMING
from named_mistakes import course, names, prepared, wrong_functions

from grader.authoring.exercise_grading import solution_sources
from grader.core.result import Verdict
from grader.course.exercise import Exercise
from grader.grading.grade_submission import grade_exercise
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

SUBMISSIONS = Path(__file__).parents[1] / "submissions"


class Work(NamedTuple):
    """A learner's files for one exercise, as modules: name → shown name and bytes."""

    name: str
    files: Mapping[str, tuple[str, bytes]]
    is_right: bool = False

    def read(self, exercise_id: str) -> bytes | None:
        return self.files[exercise_id.rpartition("/")[2]][1]

    def shown(self, exercise_id: str) -> str:
        return self.files[exercise_id.rpartition("/")[2]][0]

    def absence(self, exercise_id: str) -> str:
        """Return the sentence for an exercise without a file, which no work lacks."""
        raise NotImplementedError(exercise_id)

    def has(self, exercise_id: str) -> bool:
        return exercise_id.rpartition("/")[2] in self.files

    @property
    def modules(self) -> Mapping[str, tuple[str, bytes]]:
        return self.files


@cache
def exercise_of(name: str) -> Exercise:
    """Return an exercise by its short name."""
    return course().exercise(course().find(name))


def submissions(name: str) -> list[Work]:
    """Return the submissions to an exercise, each with the modules that it may import."""
    files = {path.stem: (path.name, path.read_bytes()) for path in sorted((SUBMISSIONS / name).glob("*.py"))}
    graded = [each for each in files if each.startswith(("right-", "wrong-"))]
    modules = {each: file for each, file in files.items() if each not in graded}
    return [Work(each, {**modules, name: (f"{name}.py", files[each][1])}, each.startswith("right-")) for each in graded]


def variants(name: str) -> list[Work]:
    """Return the variants of an exercise's solution; those in float32 are wrong."""
    return [
        _one_file(name, variant, write_variant(exercise_of(name), variant), is_right="float32" not in variant)
        for exercise, variant in read_variants()
        if exercise == name
    ]


def naming(name: str) -> list[Work]:
    """Return the wrong functions of an exercise in tests/corpus/naming."""
    return [_one_file(name, each.name, each.source) for each in wrong_functions(NAMING / f"{name}.py")]


def first_attempts(name: str) -> list[Work]:
    return [_one_file(name, each.name, each.source) for folder in ATTEMPTS for each in attempts(folder, [name])]


def _one_file(name: str, work: str, source: str, *, is_right: bool = False) -> Work:
    return Work(work, {name: (f"{name}.py", source.encode())}, is_right)


def listed_mistakes(name: str) -> list[Work]:
    """Return the listed mistakes of an exercise and their versions, each as a file that imports it."""
    exercise, solutions = exercise_of(name), course().solutions
    module, sources = exercise.id.replace("/", "."), solution_sources(solutions.path("").parent)
    found = []
    for mistake in course().mistakes(exercise.id):
        text = f"from solutions.{module}_submitted import {', '.join(exercise.functions)}\n"
        submitted = (f"solutions/{exercise.id}_submitted.py", mistake.source.encode())
        files = {**sources, f"solutions.{module}_submitted": submitted, name: (f"{name}.py", text.encode())}
        found.append(Work(mistake.version, files))
    return found


def all_works(name: str) -> list[Work]:
    """Return all work on an exercise: submissions, variants, listed mistakes, and the wrong work of the corpora."""
    return [*submissions(name), *variants(name), *listed_mistakes(name), *naming(name), *first_attempts(name)]


class Outcome(NamedTuple):
    """The result of a piece of work under one seed: the points, the mistakes that are named, the checks that fail."""

    score: int
    names: frozenset[str]
    failed: frozenset[str]


def outcomes(work: Work, name: str, launcher: Launcher, seeds: Iterable[int]) -> dict[int, Outcome]:
    """Return the outcomes of a piece of work under some seeds, each in a process of its own: it may remember calls."""
    found = {}
    for seed in seeds:
        with LearnerProcess(launcher, work.files) as process:
            result = grade_exercise(prepared().of(exercise_of(name).id, seed), work, process)
        failed = frozenset(check.name for check in result.checks if check.verdict is not Verdict.PASS)
        found[seed] = Outcome(result.score, names(result), failed)
    return found


def unsteady(name: str, works: Iterable[Work], launcher: Launcher, seeds: Iterable[int]) -> list[str]:
    """Return a line for each work that seeds change, each right one without full marks, each wrong one with them."""
    found = []
    for work in works:
        by_seed = outcomes(work, name, launcher, seeds)
        is_steady = len({(each.score, each.names) for each in by_seed.values()}) == 1
        is_full = [each.score == exercise_of(name).points for each in by_seed.values()]
        if not is_steady or is_full != [work.is_right] * len(is_full):
            found.append(f"{name}: {work.name} {by_seed}")
    return found
