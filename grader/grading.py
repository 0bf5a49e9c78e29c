"""Exercise and submission in, result out: the one path that every command and report uses."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import grader
from grader.checks.base import Check
from grader.course import Course
from grader.diagnosis import Evidence, diagnose, hides_behind_float32
from grader.exercise import Exercise
from grader.judging import TROUBLE_TEXTS, TROUBLES, Judgement, raised_text
from grader.literal import call_text
from grader.outcome import Call, Happened, Outcomes
from grader.result import CheckResult, CourseStamp, ExerciseResult, Location, NamedMistake, Result
from grader.solutions import Mistake
from grader.starting import Starter, WorkerError
from grader.submission import Submission, UnreadableError
from grader.verdict import Verdict
from grader.wiring import run_trusted
from grader.worker import LearnerProcess, Loaded

FLOAT32_NOTE = "computed in float32: accepted, but float64 keeps nine more digits"
MAX_TIMEOUTS = 2
SHOWN_VERDICTS = (Verdict.FAIL, Verdict.ERROR)


def grade(
    course: Course,
    submission: Submission,
    starter: Starter,
    *,
    exercise_ids: Sequence[str] | None = None,
    student: str | None = None,
    seed: int = 0,
) -> Result:
    """Grade a submission: all exercises of the course, or those given.

    Raises:
        ExerciseError: an exercise's file is not right.
        WorkerError: no learner's process can be started.
    """
    ids = course.exercise_ids if exercise_ids is None else exercise_ids
    with LearnerProcess(starter, submission.modules) as process:
        exercises = tuple(grade_exercise(course, course.exercise(each), submission, process, seed) for each in ids)
    stamp = CourseStamp(id=course.id, version=course.version, sha256=course.sha256)
    return Result(
        tool_version=grader.__version__,
        course=stamp,
        exercises=exercises,
        student=student,
        seed=seed,
        confinement=starter.layers,
    )


def grade_exercise(
    course: Course, exercise: Exercise, submission: Submission, process: LearnerProcess, seed: int = 0
) -> ExerciseResult:
    """Grade one exercise of a submission."""
    started = time.perf_counter()
    path = submission.path(exercise.id)
    run = ExerciseRun(course, exercise, submission, process, seed)
    checks = run.results()
    return ExerciseResult(
        id=exercise.id,
        title=exercise.title,
        file=submission.shown(exercise.id) if path else None,
        checks=tuple(checks),
        seconds=time.perf_counter() - started,
    )


class ExerciseRun:
    """Grades one exercise: makes the calls, judges the outcomes, names mistakes."""

    def __init__(
        self, course: Course, exercise: Exercise, submission: Submission, process: LearnerProcess, seed: int
    ) -> None:
        self._course = course
        self._exercise = exercise
        self._submission = submission
        self._process = process
        self._setting = exercise.setting(course.solutions.companion(exercise.id), seed)
        self._reference = course.solutions.reference(exercise.id)
        self._left = exercise.limits.exercise_seconds
        self._evidence: dict[str, Evidence] = {}
        self._mistakes = course.solutions.mistakes(exercise.id, exercise.functions)
        self._mistake_outcomes: dict[tuple[str, int], tuple[Call, Outcomes]] = {}
        self._line: int | None = None
        self._missing: tuple[str, ...] = ()
        self._timeouts = 0
        self._is_loaded = False

    def results(self) -> list[CheckResult]:
        """Return the result of every check."""
        obstacle = self._load()
        if obstacle:
            return self._all_stopped(obstacle)
        judged: list[tuple[Check, Judgement, Sequence[Call], str]] = []
        failed: set[str] = set()
        for check in self._exercise.checks:
            try:
                judgement, calls, printed = self._check(check, failed)
            except WorkerError:
                raise
            except Exception as error:  # never blamed on the learner, and the other checks keep their points
                judgement, calls, printed = internal(error), (), ""
            if judgement.verdict is not Verdict.PASS:
                failed.add(check.name)
            judged.append((check, judgement, calls, printed))
        results = [self._result(*each) for each in judged]
        is_named = any(
            result.mistake for result in results
        )  # then small errors elsewhere are that mistake's, not float32's
        return [result._replace(note="") for result in results] if is_named else results

    # --- loading ----------------------------------------------------------------------------

    def _load(self) -> Judgement | None:
        """Load the learner's file; return what keeps the function from being called, if anything."""
        exercise = self._exercise
        shown = self._submission.shown(exercise.id)
        try:
            source = self._submission.read(exercise.id)
        except UnreadableError as error:
            return Judgement(verdict=Verdict.ERROR, message=f"{shown} {error}")
        if source is None:
            return Judgement(verdict=Verdict.NOT_ATTEMPTED, message=f"there is no file {shown}")
        started = time.monotonic()
        loaded = self._process.load(
            exercise.name, exercise.functions, exercise.limits, self._left, file=(shown, source), given=self._given()
        )
        self._left -= time.monotonic() - started
        self._line, self._missing = loaded.line, loaded.missing
        obstacle = load_judgement(loaded, exercise, shown)
        self._is_loaded = obstacle is None
        return obstacle

    def _given(self) -> dict[str, Callable[..., Any]]:
        """Return the reference functions that the learner's file may import, by `module.function`."""
        used = [self._course.exercise(self._course.find(name)) for name in self._exercise.uses]
        modules = [(each, self._course.solutions.reference(each.id)) for each in used]
        return {
            f"{each.name}.{function}": getattr(module, function)
            for each, module in modules
            for function in each.functions
        }

    def _all_stopped(self, obstacle: Judgement) -> list[CheckResult]:
        """Give the first check what stopped everything, and skip the rest."""
        printed = self._process.take_printed()
        first, *rest = self._exercise.checks
        stopped = obstacle.verdict if obstacle.verdict is Verdict.NOT_ATTEMPTED else Verdict.SKIPPED
        results = [self._result(first, obstacle, (), printed)]
        return results + [
            CheckResult(name=check.name, verdict=stopped, max_score=check.points, is_hidden=check.hidden)
            for check in rest
        ]

    # --- one check --------------------------------------------------------------------------

    def _check(self, check: Check, failed: set[str]) -> tuple[Judgement, Sequence[Call], str]:
        """Make a check's calls and judge them; after a failure, try calls that are easier to follow."""
        if check.needs in failed:
            return Judgement(verdict=Verdict.SKIPPED, message=f"needs “{check.needs}”"), (), ""
        function = self._setting.of(check).signature.function
        if function in self._missing:
            return Judgement(verdict=Verdict.ERROR, message=f"the file defines no `{function}`; write it"), (), ""
        if self._timeouts >= MAX_TIMEOUTS:
            return Judgement(verdict=Verdict.SKIPPED, message="not tried: time ran out twice before"), (), ""
        judgement, calls, got = self._judge(check)
        self._timeouts += judgement.verdict is Verdict.TIMEOUT
        self._evidence[check.name] = Evidence(calls, got, check.judges_questions, check.judges_changes)
        printed = self._process.take_printed()
        if check.hidden:
            self._process.close()  # what it has seen must not be shown by a later check or exercise
        simpler = check.simpler(self._setting.of(check)) if judgement.verdict in SHOWN_VERDICTS else None
        if simpler:
            easy, easy_calls, _ = self._judge(simpler)
            self._process.take_printed()
            if easy.verdict is judgement.verdict:
                return easy, easy_calls, printed
        return judgement, calls, printed

    def _judge(self, check: Check) -> tuple[Judgement, list[Call], list[Outcomes]]:
        setting = self._setting.of(check)
        calls = check.calls(setting)
        if not calls:
            raise ValueError(f"the check {check.name!r} makes no call; does its `where` refuse everything?")
        started = time.monotonic()
        got = self._process.run(calls, self._exercise.limits, self._left)
        self._left -= time.monotonic() - started
        expected = run_trusted(self._reference, calls)
        judgement = check.judge(setting, calls, got, expected, self._exercise.tolerance)
        if judgement.verdict is Verdict.PASS and len(got) != len(calls):
            raise RuntimeError(f"{len(got)} outcomes of {len(calls)} calls")
        if judgement.is_float32 and hides_behind_float32(
            Evidence(calls, got), expected, self._mistakes, self._run_mistake, self._exercise.tolerance
        ):
            strict = replace(self._exercise.tolerance, float32=self._exercise.tolerance.relative)
            judgement = check.judge(setting, calls, got, expected, strict)
        return judgement, calls, got

    def _run_mistake(self, mistake: Mistake, call: Call) -> Outcomes:
        """Run a mistake on a call once; the call is kept, so that its identity stays its own."""
        key = (mistake.name, id(call))
        if key not in self._mistake_outcomes:
            self._mistake_outcomes[key] = (call, run_trusted(mistake.module, [call])[0])
        return self._mistake_outcomes[key][1]

    # --- results ----------------------------------------------------------------------------

    def _result(self, check: Check, judgement: Judgement, calls: Sequence[Call], printed: str) -> CheckResult:
        mistake = self._named(check, judgement)
        result = CheckResult(
            name=check.name,
            verdict=judgement.verdict,
            max_score=check.points,
            message=judgement.message,
            mistake=NamedMistake(name=mistake.name, title=mistake.title, words=mistake.words) if mistake else None,
            location=self._location(check, judgement),
            note=FLOAT32_NOTE if judgement.is_float32 and judgement.verdict is Verdict.PASS else "",
            is_hidden=check.hidden,
        )
        if check.hidden and judgement.verdict is not Verdict.INTERNAL and self._is_loaded:
            return result._replace(message="" if judgement.verdict is Verdict.PASS else "a hidden check")
        has_call = calls and judgement.index is not None and judgement.verdict is not Verdict.NOT_ATTEMPTED
        call = call_text(calls[judgement.index]) if has_call else ""  # type: ignore[index]
        return result._replace(call=call, got=judgement.got, expected=judgement.expected, stdout=printed)

    def _named(self, check: Check, judgement: Judgement) -> Mistake | None:
        if judgement.verdict not in SHOWN_VERDICTS or check.name not in self._evidence:
            return None
        return diagnose(check.name, self._evidence, self._mistakes, self._run_mistake, self._exercise.tolerance)

    def _location(self, check: Check, judgement: Judgement) -> Location | None:
        """Point at the line that raised, or at the function that gave the wrong answer."""
        if judgement.verdict in (Verdict.PASS, Verdict.SKIPPED, Verdict.INTERNAL):
            return None
        line = self._line if check.hidden else judgement.line or self._line  # a line number can tell an input
        return Location(file=self._submission.shown(self._exercise.id), line=line)


def internal(error: Exception) -> Judgement:
    """Judge what went wrong on our side, the course's or the grader's."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Judgement(
        verdict=Verdict.INTERNAL,
        message=f"the grader failed, which is not your fault; please report this: {what} ({Path(place.filename).name}, line {place.lineno})",
    )


def load_judgement(loaded: Loaded, exercise: Exercise, shown: str) -> Judgement | None:
    """Judge the loading of a learner's file; None if the function can be called."""
    outcome, function = loaded.outcome, exercise.function
    if outcome.happened in TROUBLES:
        detail = TROUBLE_TEXTS[outcome.happened].format(outcome.detail)
        return Judgement(verdict=TROUBLES[outcome.happened], message=f"{shown}, when it is loaded, {detail}")
    if outcome.happened is Happened.RAISED:
        assert outcome.raised is not None
        return Judgement(
            verdict=Verdict.ERROR,
            message=f"{shown} cannot be loaded: it {raised_text(outcome)}",
            line=outcome.raised.line,
        )
    if loaded.is_callable:
        return None
    if loaded.is_defined:
        return Judgement(
            verdict=Verdict.ERROR,
            message=f"`{function}` in {shown} is not a function; write `def {exercise.signature.partition('->')[0].strip()}`",
        )
    has = (
        f"; it defines {', '.join(f'`{name}`' for name in loaded.names)}: rename the right one"
        if loaded.names
        else "; write it"
    )
    return Judgement(verdict=Verdict.ERROR, message=f"{shown} defines no `{function}`{has}")
