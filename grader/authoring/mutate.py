"""Grade mutants of each solution: one that passes every check shows what the checks, or the list beside it, lack."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from grader.authoring.exercise_grading import solution_sources, submitted
from grader.authoring.mutant_list import open_list
from grader.authoring.validate import noting
from grader.core.result import CheckResult, Verdict
from grader.course import find, shown_path
from grader.course.course import Course
from grader.grading.grade_submission import ExerciseRun
from grader.grading.prepared import PreparedExercise, prepare
from grader.questions.mutants import Mutant, mutants
from grader.sandbox.examine import open_launcher
from grader.sandbox.launcher import Launcher

LEAST_SECONDS = 1.0
"""A mutant that never ends is caught; there are many, so they get less time for a call than learners."""
LEAST_EXPLAINED = 0.5
"""The share of a mutant's wrong answers that the mistakes named must explain."""
FAILED = (Verdict.FAIL, Verdict.ERROR)


@dataclass
class MutantReport:
    """How many mutants of an exercise there are, how many the checks catch and name, and what is wrong."""

    mutants: int = 0
    caught: int = 0
    named: int = 0
    allowed: int = 0
    problems: list[str] = field(default_factory=list)


class Graded(NamedTuple):
    """A mutant's results, and the share of its wrong answers that the mistakes named explain.

    `whole` are the mistakes that should explain them: the others were found in a part of the answers.
    """

    results: Sequence[CheckResult]
    names: frozenset[str]
    whole: frozenset[str]
    explained: float


def mutate(folder: Path | None, exercise_id: str) -> MutantReport:
    """Return the report on the mutants of an exercise of the course in `folder`; see `ExerciseMutants`."""
    report = MutantReport()
    with closing(open_launcher()) as launcher, noting(report.problems):
        ExerciseMutants(Course(find(folder)), exercise_id, launcher).grade_all(report)
    return report


class ExerciseMutants:
    """Grades the mutants of one exercise's solution."""

    def __init__(self, course: Course, exercise_id: str, launcher: Launcher) -> None:
        self._course = course
        self._launcher = launcher
        self._id = exercise_id
        self._path = course.solutions.path(exercise_id)
        self._given = course.stub(exercise_id).read_text("utf-8")

    def grade_all(self, report: MutantReport) -> None:
        """Grade all mutants, and report what is wrong.

        Raises:
            YamlError, SolutionError: the exercise or its list of allowed mutants cannot be read.
        """
        candidates = mutants(self._path.read_text("utf-8"), self._given)
        file, allowed = open_list(self._path)
        trails = {
            (entry.line, line): ("allowed", at, "becomes", number)
            for at, entry in enumerate(allowed)
            for number, line in enumerate(entry.becomes)
        }
        for key in set(trails) - {(mutant.before, mutant.after) for mutant in candidates}:
            report.problems.append(str(file.problem(trails[key], "this is no mutant of the solution; take it out")))
        for mutant in candidates:
            graded = self.grade(mutant)
            trail = trails.get((mutant.before, mutant.after))
            if all(result.verdict is Verdict.PASS for result in graded.results):
                report.allowed += trail is not None
                advice = f"write a check that fails it, or list it in {self._path.stem}_mutants.yaml with the reason"
                report.problems += [] if trail else [self._problem(mutant, f"passes every check; {advice}")]
                continue
            report.caught += 1
            report.named += bool(graded.names)
            report.problems += self.problems(mutant, graded)
            if trail and any(result.verdict in FAILED for result in graded.results):  # not for want of time alone
                report.problems.append(str(file.problem(trail, "the checks catch this mutant; take it out")))
        report.mutants += len(candidates)

    def problems(self, mutant: Mutant, graded: Graded) -> Iterator[str]:
        """Yield what is wrong with the results of a mutant that the checks catch."""
        if graded.whole and graded.explained < LEAST_EXPLAINED:
            share = f"{100 * graded.explained:.0f} % of its wrong answers"
            yield self._problem(mutant, f"is named {', '.join(sorted(graded.whole))}, which explains {share}")
        for result in graded.results:
            if result.verdict is Verdict.INTERNAL:
                yield self._problem(mutant, f"cannot be graded in “{result.name}”: {result.message}")

    def _problem(self, mutant: Mutant, words: str) -> str:
        return f"{shown_path(self._path)}:{mutant.line}: this mutant {words}\n  - {mutant.before}\n  + {mutant.after}"

    @cached_property
    def _prepared(self) -> PreparedExercise:
        """The exercise with short limits: a few times what the solution needs now, on a machine that may be busy."""
        exercise = self._course.exercise(self._id)
        prepared, own, started = prepare(self._course, exercise), exercise.limits, time.monotonic()
        self._run(prepared, self._path.read_bytes())
        seconds = max(LEAST_SECONDS, 3 * (time.monotonic() - started))
        limits = replace(own, call_seconds=min(own.call_seconds, seconds))
        return prepare(self._course, replace(exercise, limits=limits))

    @cached_property
    def _solutions(self) -> dict[str, tuple[str, bytes]]:
        return solution_sources(self._path.parent.parent)

    def grade(self, mutant: Mutant) -> Graded:
        """Grade a mutant as a learner's file, in the confined process."""
        run, results = self._run(self._prepared, mutant.source.encode())
        mistakes = [result.mistake for result in results if result.mistake]
        names = frozenset(mistake.name for mistake in mistakes)
        whole = frozenset(mistake.name for mistake in mistakes if not mistake.is_partial)
        return Graded(results, names, whole, _explained(self._prepared, run, results, whole))

    def _run(self, prepared: PreparedExercise, source: bytes) -> tuple[ExerciseRun, Sequence[CheckResult]]:
        module = f"solutions.{self._id.replace('/', '.')}"
        imports = f"from {module} import {', '.join(prepared.exercise.functions)}\n"
        modules = {**self._solutions, module: (self._solutions[module][0], source)}
        with submitted(self._launcher, prepared.exercise.name, imports.encode(), modules) as (submission, process):
            run = ExerciseRun(prepared, submission, process)
            return run, run.results()


def _explained(
    prepared: PreparedExercise, run: ExerciseRun, results: Sequence[CheckResult], names: frozenset[str]
) -> float:
    """Return the share of wrong answers that are those of the mistakes named."""
    named = [mistake for mistake in prepared.trusted.mistakes if mistake.name in names]
    explained = wrong = 0
    for check, result in zip(prepared.exercise.checks, results, strict=True):
        if check.name not in run.replies:
            continue
        replies = run.replies[check.name]
        evidence = prepared.check(check).evidence(replies, is_failed=result.verdict in FAILED)
        indices, criterion = evidence.wrong()
        theirs = evidence.shares(named, indices, criterion)
        explained += sum(map(any, zip(*theirs, strict=True)))
        wrong += len(indices)
    return explained / wrong if wrong else 0.0
