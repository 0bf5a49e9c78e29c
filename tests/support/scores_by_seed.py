"""Scores under many seeds: a right piece of work has full marks under each, a wrong one a single score.

`python tests/support/scores_by_seed.py [EXERCISE…]` prints a line for each exercise: the scores of the files in
tests/submissions and of the variants in tests/data/variants under 200 seeds, and the wrong functions of
tests/data/naming that get full marks under one of 20.

Only checks whose calls depend on the seed are made again, and no mistake is named.
"""

from __future__ import annotations

import argparse
import ast
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

from named_mistakes import FOLDER as NAMING
from named_mistakes import course, wrong_functions
from places import DATA

from grader.checks.base import Check
from grader.core.result import Verdict
from grader.course.exercise import Exercise
from grader.grading.prepared import PreparedExercise, PreparedExercises
from grader.sandbox.call_table import CallResults, EncodedCalls
from grader.sandbox.examine import open_launcher
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess
from grader.sandbox.trusted import run_trusted

SUBMISSIONS = Path(__file__).parents[1] / "submissions"
VARIANTS = DATA / "variants"
SEEDS = 200
SEEDS_OF_WRONG = 20


class Work(NamedTuple):
    """A learner's files for one exercise, as modules: name → shown name and bytes."""

    name: str
    files: Mapping[str, tuple[str, bytes]]
    is_right: bool


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
    """Return the variants of an exercise's solution, each as a file that imports it; those in float32 are wrong."""
    source = (VARIANTS / f"{name}.py").read_bytes()
    function, *others = exercise_of(name).functions
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.startswith("variant_"):
            text = f"from variants import {', '.join([f'{node.name} as {function}', *others])}\n"
            files = {"variants": ("variants.py", source), name: (f"{name}.py", text.encode())}
            found.append(Work(node.name, files, "float32" not in node.name))
    return found


def naming(name: str) -> list[Work]:
    """Return the wrong functions of an exercise in tests/data/naming."""
    functions = wrong_functions(NAMING / f"{name}.py")
    return [Work(each.name, {name: (f"{name}.py", each.source.encode())}, is_right=False) for each in functions]


Answers = Callable[[EncodedCalls], CallResults]


class Grading:
    """The grading of one piece of work; remembers the checks that no seed changes."""

    def __init__(self, exercise: Exercise, answers: Answers) -> None:
        self._exercise = exercise
        self._answers = answers
        self._fixed: dict[str, bool] = {}

    def score(self, prepared: PreparedExercise) -> int:
        """Return the score under the seed of a prepared exercise."""
        points, failed = 0, set()
        for check in self._exercise.checks:
            if check.needs not in failed and self._passes(prepared, check):
                points += check.points
            else:
                failed.add(check.name)
        return points

    def has_full_marks(self, prepared: PreparedExercise) -> bool:
        """Return whether every check passes; make those first that no seed changes."""
        checks = sorted(self._exercise.checks, key=lambda check: check.seed_of_calls(0) is not None)
        return all(self._passes(prepared, check) for check in checks)

    def _passes(self, prepared: PreparedExercise, check: Check) -> bool:
        if check.seed_of_calls(0) is not None:
            return self._made(prepared, check)
        if check.name not in self._fixed:
            self._fixed[check.name] = self._made(prepared, check)
        return self._fixed[check.name]

    def _made(self, prepared: PreparedExercise, check: Check) -> bool:
        one = prepared.check(check)
        return one.judge(self._answers(one.encoded)).verdict is Verdict.PASS


def scores(name: str, works: Sequence[Work], seeds: int = SEEDS) -> dict[str, Counter[int]]:
    """Return how often each piece of work gets which score, by its name.

    The work is run in this process, as solutions are: a process of its own takes more than twice the time.
    """
    found: dict[str, Counter[int]] = {work.name: Counter() for work in works}
    prepared, exercise = PreparedExercises(course()), exercise_of(name)
    with patch.dict(sys.modules):
        lend(prepared.of(exercise.id, 0).trusted.lent)
        for each, source in {each: source for work in works for each, (_, source) in work.files.items()}.items():
            if each != name:
                execute_file(source, each)
        gradings = {work.name: Grading(exercise, answers_here(work.files[name][1], name)) for work in works}
        for seed in range(seeds):  # the outer loop, since an exercise stays prepared for a few seeds only
            for each, grading in gradings.items():
                found[each][grading.score(prepared.of(exercise.id, seed))] += 1
    return found


def lend(functions: Mapping[str, Callable[..., Any]]) -> None:
    """Let files import functions from the modules of other exercises."""
    for full_name, function in functions.items():
        module, _, name = full_name.partition(".")
        setattr(sys.modules.setdefault(module, ModuleType(module)), name, function)


def execute_file(source: bytes, name: str) -> ModuleType:
    """Return a new module with what a file defines; other files can import it."""
    module = sys.modules[name] = ModuleType(name)  # before it is executed: a dataclass looks for its module
    exec(compile(source, f"{name}.py", "exec"), module.__dict__)  # the repository's own
    return module


def answers_here(source: bytes, name: str) -> Answers:
    """Return a function that makes calls of a file's functions in this process."""
    module = execute_file(source, name)
    return lambda encoded: CallResults(run_trusted(module, encoded.calls))


def passing(name: str, works: Sequence[Work], launcher: Launcher, seeds: int = SEEDS_OF_WRONG) -> dict[str, list[int]]:
    """Return the seeds under which a piece of work gets full marks, by its name, for work that ever does.

    The work has a process of its own: wrong functions may never end.
    """
    prepared, exercise = PreparedExercises(course()), exercise_of(name)
    limits, lent = exercise.limits, prepared.of(exercise.id, 0).trusted.lent
    found: dict[str, list[int]] = {}
    for work in works:
        with LearnerProcess(launcher, work.files) as process:
            loaded = process.load(name, exercise.functions, limits, limits.exercise_seconds, lent=lent)
            assert loaded.is_callable, work
            grading = Grading(exercise, partial(process.answers, limits=limits, seconds=limits.exercise_seconds))
            made = [seed for seed in range(seeds) if grading.has_full_marks(prepared.of(exercise.id, seed))]
        if made:
            found[work.name] = made
    return found


def faults(name: str, works: Sequence[Work], found: Mapping[str, Counter[int]]) -> list[str]:
    """Return a line for each piece of work with several scores, and for each right one without full marks."""
    full = exercise_of(name).points
    return [
        f"{name}: {work.name} got {', '.join(f'{score} {count} times' for score, count in sorted(mine.items()))} of {full}"
        for work in works
        if len(mine := found[work.name]) > 1 or (work.is_right and full not in mine)
    ]


def main() -> None:
    """Print the figures of some exercises, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exercises", nargs="*")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    options = parser.parse_args()
    launcher = open_launcher()
    for name in options.exercises or [each.rpartition("/")[2] for each in course().exercise_ids]:
        began, works, wrong = time.monotonic(), [*submissions(name), *variants(name)], naming(name)
        lines = faults(name, works, scores(name, works, options.seeds)) if options.seeds else []
        lines += [
            f"{name}: {each} passes under seeds {seeds}" for each, seeds in passing(name, wrong, launcher).items()
        ]
        right = sum(work.is_right for work in works)
        figures = (
            f"{right} right and {len(works) - right} wrong under {options.seeds} seeds, {len(wrong)} wrong under 20"
        )
        print(*lines, f"{name}: {figures}, {time.monotonic() - began:.0f} s", sep="\n", flush=True)  # noqa: T201
    launcher.close()


if __name__ == "__main__":
    main()
