"""One work, one score, one name: grade pieces of work under several seeds.

`python tests/support/scores_by_seed.py [EXERCISE…]` prints a line for each exercise: the scores of the files in
tests/submissions and of the variants in tests/corpus/variants under 200 seeds, and the wrong functions of
tests/corpus/naming that get full marks under one of 20.

With `--all`, each listed mistake, its versions and each wrong work of the corpora (tests/corpus/naming,
tests/corpus/first_attempts/*, tests/submissions) gets its score and names under 5 seeds, and under 20 if those differ.
What differs is printed, with the seeds under which a check fails that passes under others. `--scores` names no
mistakes, which saves more than half of the time.
"""

from __future__ import annotations

import argparse
import ast
import time
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from first_attempts import FOLDERS as ATTEMPTS
from first_attempts import attempts
from named_mistakes import FOLDER as NAMING
from named_mistakes import WrongFunction, course, wrong_functions
from places import CORPUS

from grader.authoring.exercise_grading import solution_sources
from grader.core.result import Verdict
from grader.course.course import stands_for
from grader.course.exercise import Exercise, Limits
from grader.grading.grade_submission import CheckRun, ExerciseRun
from grader.grading.prepared import PreparedExercises
from grader.sandbox.call_table import CallResults, EncodedCalls
from grader.sandbox.examine import open_launcher
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

SUBMISSIONS = Path(__file__).parents[1] / "submissions"
VARIANTS = CORPUS / "variants"
SEEDS = 200
SEEDS_OF_WRONG = 20
SEEDS_OF_ALL = 5
AT_ONCE = 5
"""Seeds for which an exercise is prepared at once."""


class Work(NamedTuple):
    """A learner's files for one exercise, as modules: name → shown name and bytes."""

    name: str
    files: Mapping[str, tuple[str, bytes]]
    is_right: bool = False

    def read(self, exercise_id: str) -> bytes | None:
        """Return the bytes of the exercise's file."""
        return self.files[exercise_id.rpartition("/")[2]][1]

    def shown(self, exercise_id: str) -> str:
        """Return the file's name as messages show it."""
        return self.files[exercise_id.rpartition("/")[2]][0]

    def absence(self, exercise_id: str) -> str:
        """Return the sentence for an exercise without a file, which no work lacks."""
        raise NotImplementedError(exercise_id)

    def has(self, exercise_id: str) -> bool:
        """Return whether there is a file for an exercise."""
        return exercise_id.rpartition("/")[2] in self.files

    @property
    def modules(self) -> Mapping[str, tuple[str, bytes]]:
        """Return the modules that the files can import from one another."""
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
    """Return the wrong functions of an exercise in tests/corpus/naming."""
    return [_one_file(each) for each in wrong_functions(NAMING / f"{name}.py")]


def first_attempts(name: str) -> list[Work]:
    """Return the first attempts at an exercise."""
    return [_one_file(each) for folder in ATTEMPTS for each in attempts(folder, [name])]


def _one_file(function: WrongFunction) -> Work:
    return Work(function.name, {function.exercise: (f"{function.exercise}.py", function.source.encode())})


def listed_mistakes(name: str) -> list[Work]:
    """Return the listed mistakes of an exercise and their versions, each as a file that imports it."""
    exercise, solutions = exercise_of(name), course().solutions
    module, sources = exercise.id.replace("/", "."), solution_sources(solutions.path("").parent)
    found = []
    for mistake in solutions.mistakes(exercise.id, exercise.functions):
        text = (
            f"from solutions.{module} import {', '.join(exercise.functions)}\n"
            f"from solutions.{module}_mistakes import {mistake.version}\n"
            f"{stands_for(mistake.version, exercise.functions)} = {mistake.version}\n"
        )
        found.append(Work(mistake.version, {**sources, name: (f"{name}.py", text.encode())}))
    return found


def all_wrong(name: str) -> list[Work]:
    """Return the listed mistakes of an exercise and the wrong work of the corpora."""
    handed_in = [work for work in submissions(name) if not work.is_right]
    return [*listed_mistakes(name), *naming(name), *first_attempts(name), *handed_in]


class Remembering(LearnerProcess):
    """A learner's process that is asked once for the calls of a check: those that no seed changes are one object."""

    def __init__(
        self,
        launcher: Launcher,
        files: Mapping[str, tuple[str, bytes]],
        known_calls: dict[int, tuple[EncodedCalls, CallResults]],
    ) -> None:
        super().__init__(launcher, files)
        self._known_calls = known_calls

    def answers(
        self, encoded: EncodedCalls, limits: Limits, seconds: float, known: Container[bytes] = ()
    ) -> CallResults:
        """Return the replies to calls, from memory if they were made before."""
        self.lost_seconds = 0.0
        if id(encoded) not in self._known_calls:  # kept with its calls, so that no other object gets its id
            self._known_calls[id(encoded)] = encoded, super().answers(encoded, limits, seconds, known)
        return self._known_calls[id(encoded)][1]


class Scored(ExerciseRun):
    """The grading of an exercise that names no mistakes and looks for no simpler calls."""

    def _diagnosed(self, runs: Sequence[CheckRun]) -> list[CheckRun]:
        return list(runs)

    def _simplified(self, run: CheckRun) -> CheckRun:
        return run


class Named(Scored):
    """The grading of an exercise that looks for no simpler calls."""

    _diagnosed = ExerciseRun._diagnosed


class Outcome(NamedTuple):
    """The result of a piece of work under one seed: the points, the mistakes that are named, the checks that fail."""

    score: int
    names: frozenset[str]
    failed: frozenset[str]


Found = Mapping[str, Mapping[int, Outcome]]
"""Outcomes by the name of the work and the seed."""


def graded(
    name: str, works: Sequence[Work], launcher: Launcher, seeds: Sequence[int], run: type[ExerciseRun] = Scored
) -> Found:
    """Return the results of each piece of work under some seeds; calls that no seed changes are made once."""
    exercises, found = PreparedExercises(course()), {work.name: dict[int, Outcome]() for work in works}
    known_calls = {work.name: dict[int, tuple[EncodedCalls, CallResults]]() for work in works}
    for start in range(0, len(seeds), AT_ONCE):
        prepared = {seed: exercises.of(exercise_of(name).id, seed) for seed in seeds[start : start + AT_ONCE]}
        for work in works:
            with Remembering(launcher, work.files, known_calls[work.name]) as process:
                for seed, exercise in prepared.items():
                    found[work.name][seed] = _outcome(run(exercise, work, process))
    return found


def graded_anew(
    name: str, works: Sequence[Work], launcher: Launcher, seeds: Sequence[int], run: type[ExerciseRun] = Scored
) -> Found:
    """Return the results of each piece of work under some seeds, each in a process of its own: it may remember calls."""
    exercises, found = PreparedExercises(course()), {work.name: dict[int, Outcome]() for work in works}
    for seed in seeds:
        for work in works:
            with LearnerProcess(launcher, work.files) as process:
                found[work.name][seed] = _outcome(run(exercises.of(exercise_of(name).id, seed), work, process))
    return found


def _outcome(run: ExerciseRun) -> Outcome:
    results = run.results()
    return Outcome(
        sum(result.score for result in results),
        frozenset(result.mistake.name for result in results if result.mistake),
        frozenset(result.name for result in results if result.verdict is not Verdict.PASS),
    )


def scores(name: str, works: Sequence[Work], launcher: Launcher, seeds: int = SEEDS) -> dict[str, Counter[int]]:
    """Return how often each piece of work gets which score, by its name."""
    found = graded(name, works, launcher, range(seeds))
    return {work: Counter(outcome.score for outcome in by_seed.values()) for work, by_seed in found.items()}


def passing(name: str, works: Sequence[Work], launcher: Launcher, seeds: int = SEEDS_OF_WRONG) -> dict[str, list[int]]:
    """Return the seeds under which a piece of work gets full marks, by its name, for work that ever does."""
    full = exercise_of(name).points
    found = graded(name, works, launcher, range(seeds))
    passed = {
        work: [seed for seed, outcome in by_seed.items() if outcome.score == full] for work, by_seed in found.items()
    }
    return {work: by_seed for work, by_seed in passed.items() if by_seed}


def faults(name: str, works: Sequence[Work], found: Mapping[str, Counter[int]]) -> list[str]:
    """Return a line for each piece of work with several scores, and for each right one without full marks."""
    full = exercise_of(name).points
    return [
        f"{name}: {work.name} got {', '.join(f'{score} {count} times' for score, count in sorted(mine.items()))} of {full}"
        for work in works
        if len(mine := found[work.name]) > 1 or (work.is_right and full not in mine)
    ]


def changing(
    name: str, works: Sequence[Work], launcher: Launcher, run: type[ExerciseRun] = Named, seeds: int = SEEDS_OF_ALL
) -> Found:
    """Return the outcomes of work whose score or names differ between some seeds, under 20."""
    few = graded(name, works, launcher, range(seeds), run)
    suspects = [work for work in works if not is_steady(few[work.name])]
    found = graded_anew(name, suspects, launcher, range(SEEDS_OF_WRONG), run)
    return {work: by_seed for work, by_seed in found.items() if not is_steady(by_seed)}


def is_steady(by_seed: Mapping[int, Outcome]) -> bool:
    """Return whether all seeds give the same score and the same names."""
    return len({(outcome.score, outcome.names) for outcome in by_seed.values()}) == 1


def lines_of(name: str, found: Found) -> Iterator[str]:
    """Yield a line for each piece of work: its scores and names, and the seeds under which some checks fail."""
    for work, by_seed in found.items():
        counts = Counter((each.score, ", ".join(sorted(each.names)) or "no name") for each in by_seed.values())
        texts = [f"{score} ({named}) {count} times" for (score, named), count in sorted(counts.items())]
        yield f"{name}: {work} got {'; '.join(texts)}"
        for check in sorted({check for each in by_seed.values() for check in each.failed}):
            seeds = [seed for seed, each in by_seed.items() if check in each.failed]
            if len(seeds) < len(by_seed):
                yield f"    “{check}” fails under seeds {seeds}"


def report(name: str, launcher: Launcher, seeds: int) -> Iterator[str]:
    """Yield the figures of an exercise: right work under so many seeds, wrong functions that have full marks."""
    works, wrong = [*submissions(name), *variants(name)], naming(name)
    yield from faults(name, works, scores(name, works, launcher, seeds))
    for each, passed in passing(name, wrong, launcher).items():
        yield f"{name}: {each} passes under seeds {passed}"
    right = sum(work.is_right for work in works)
    yield f"{name}: {right} right and {len(works) - right} wrong under {seeds} seeds, {len(wrong)} wrong under 20"


def report_of_all(name: str, launcher: Launcher, run: type[ExerciseRun]) -> Iterator[str]:
    """Yield the wrong work of an exercise that has more than one score or set of names, and how much there is."""
    works = all_wrong(name)
    found = changing(name, works, launcher, run)
    yield from lines_of(name, found)
    yield f"{name}: {len(found)} of {len(works)} change under {SEEDS_OF_ALL} seeds"


def main() -> None:
    """Print the figures of some exercises, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exercises", nargs="*")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--all", action="store_true", help="all wrong work: scores and names under 5 seeds")
    parser.add_argument("--scores", action="store_true", help="with --all, name no mistakes")
    options = parser.parse_args()
    launcher = open_launcher()
    for name in options.exercises or [each.rpartition("/")[2] for each in course().exercise_ids]:
        began, run = time.monotonic(), Scored if options.scores else Named
        lines = report_of_all(name, launcher, run) if options.all else report(name, launcher, options.seeds)
        print(*lines, f"    {time.monotonic() - began:.0f} s", sep="\n", flush=True)  # noqa: T201
    launcher.close()


if __name__ == "__main__":
    main()
