"""What grading an exercise takes, made once for any number of submissions: calls, the solution's outcomes, judgements.

Nothing here is about one learner, but that equal outcomes are judged and diagnosed once. Outcomes are equal if the
learners' processes have told them in the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from grader.checks.base import Check, Setting
from grader.checks.diagnosis import Evidence, does_the_same, hides_behind_float32
from grader.checks.judgement import Judgement
from grader.core.call import Call, Outcomes, Spy
from grader.core.result import Mistake
from grader.core.verdict import Verdict
from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.sandbox.call_table import Answers, Ready
from grader.sandbox.protocol import run_trusted

Key = TypeVar("Key")
Kept = TypeVar("Kept")
MOST_KEPT = 20_000
"""How many judgements are kept of one check; memory does not grow with the class."""


class Preparations:
    """The exercises of a course, prepared when they are first graded; of random inputs, those of the latest seed."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._prepared: dict[str, Preparation] = {}

    def of(self, exercise_id: str, seed: int) -> Preparation:
        """Return an exercise, prepared.

        Raises:
            ExerciseError: its file is not right.
            SolutionError: what belongs to it in `solutions/` cannot be loaded.
        """
        known = self._prepared.get(exercise_id)
        if known is None:
            known = Preparation(self._course, self._course.exercise(exercise_id), seed)
        elif known.seed != seed:
            known = known.with_seed(seed)
        self._prepared[exercise_id] = known
        return known


class Preparation:
    """One exercise with one seed, ready to be graded."""

    def __init__(self, course: Course, exercise: Exercise, seed: int) -> None:
        solutions = course.solutions
        self.exercise = exercise
        self.seed = seed
        self.reference = solutions.reference(exercise.id)
        self.mistakes = solutions.mistakes(exercise.id, exercise.functions)
        self.given = _given(course, exercise)
        self._setting = exercise.setting(solutions.companion(exercise.id), seed)
        self._checks: dict[str, PreparedCheck] = {}

    def with_seed(self, seed: int) -> Preparation:
        """Return the exercise with another seed; checks without random inputs stay prepared."""
        other = object.__new__(Preparation)
        other.__dict__.update(self.__dict__)
        other.seed, other._setting = seed, self._setting._replace(seed=seed)
        other._checks = {name: each for name, each in self._checks.items() if not each.check.depends_on_seed}
        for each in other._checks.values():
            each.preparation = other
        return other

    def check(self, check: Check) -> PreparedCheck:
        """Return a check of the exercise, prepared."""
        if check.name not in self._checks:
            self._checks[check.name] = PreparedCheck(self, check, self._setting.of(check))
        return self._checks[check.name]


class PreparedCheck:
    """One check: its calls, what the solution does in them, and what has been judged."""

    def __init__(self, preparation: Preparation, check: Check, setting: Setting) -> None:
        self.preparation = preparation
        self.check = check
        self.setting = setting._replace(drawn=[])
        self.judged: dict[bytes, Judgement] = {}
        """Judgements of outcomes by their key."""
        self._same: dict[tuple[bytes, str], bool] = {}
        self._by_mistake: dict[tuple[str, int], Outcomes] = {}

    @cached_property
    def ready(self) -> Ready:
        """Return the calls, ready for the wire."""
        calls = self.check.calls(self.setting)
        if not calls:
            raise ValueError(f"the check {self.check.name!r} makes no call; does its `where` refuse everything?")
        return Ready(calls)

    @cached_property
    def _expected(self) -> Sequence[Outcomes]:
        return run_trusted(self.preparation.reference, self.ready.calls)

    @cached_property
    def simpler(self) -> PreparedCheck | None:
        """Return the same check on arguments that are easy to follow, if there is one."""
        simpler = self.check.simpler(self.setting)
        return PreparedCheck(self.preparation, simpler, self.setting) if simpler else None

    def judge(self, answers: Answers) -> Judgement:
        """Say what a learner's answers mean; the same answers mean the same."""
        if answers.key is None:
            return self._judge(answers.outcomes)
        if answers.key not in self.judged:
            keep(self.judged, answers.key, self._judge(answers.outcomes))
        return self.judged[answers.key]

    def _judge(self, got: Sequence[Outcomes]) -> Judgement:
        calls, tolerance, preparation = self.ready.calls, self.preparation.exercise.tolerance, self.preparation
        judgement = self.check.judge(self.setting, calls, got, self._expected, tolerance)
        if judgement.verdict is Verdict.PASS and len(got) != len(calls):
            raise RuntimeError(f"{len(got)} outcomes of {len(calls)} calls")
        if judgement.is_float32 and hides_behind_float32(
            Evidence(calls, got), self._expected, preparation.mistakes, self.run_mistake, tolerance
        ):
            strict = replace(tolerance, float32=tolerance.relative)
            judgement = self.check.judge(self.setting, calls, got, self._expected, strict)
        return judgement

    def is_done_by(self, mistake: Mistake, answers: Answers) -> bool:
        """Say whether a mistake answers every call as the learner's function did."""
        if answers.key is None:
            return self._is_done_by(mistake, answers)
        key = (answers.key, mistake.name)
        if key not in self._same:
            keep(self._same, key, self._is_done_by(mistake, answers))
        return self._same[key]

    def _is_done_by(self, mistake: Mistake, answers: Answers) -> bool:
        evidence = Evidence(self.ready.calls, answers.outcomes, self.check.judges_questions, self.check.judges_changes)
        return does_the_same(mistake, evidence, self.run_mistake, self.preparation.exercise.tolerance)

    def run_mistake(self, mistake: Mistake, call: Call) -> Outcomes:
        """Return what a mistake does in one of the check's calls.

        As many more calls are made as there are before it, since those will be asked for next. What a call has told a
        spy, the next call may ask it: with spies, calls are made from the first one on.
        """
        key = (mistake.name, id(call))
        if key not in self._by_mistake:
            place = self._places[id(call)]
            calls = self.ready.calls[0 if self._has_spies else place : 2 * place + 1]
            made = zip(calls, run_trusted(mistake.module, calls), strict=True)
            self._by_mistake |= {(mistake.name, id(each)): outcomes for each, outcomes in made}
        return self._by_mistake[key]

    @cached_property
    def _places(self) -> dict[int, int]:
        return {id(call): place for place, call in enumerate(self.ready.calls)}

    @cached_property
    def _has_spies(self) -> bool:
        steps = [step for call in self.ready.calls for step in call.steps]
        return any(isinstance(value, Spy) for step in steps for value in (*step.args, *step.kwargs.values()))


def keep(kept: dict[Key, Kept], key: Key, value: Kept) -> None:
    """Keep a value; when there is no more room, all others are forgotten."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value


def _given(course: Course, exercise: Exercise) -> dict[str, Callable[..., Any]]:
    """Return the reference functions that the learner's file may import, by `module.function`."""
    used = [course.exercise(course.find(name)) for name in exercise.uses]
    modules = [(each, course.solutions.reference(each.id)) for each in used]
    return {
        f"{each.name}.{function}": getattr(module, function) for each, module in modules for function in each.functions
    }
