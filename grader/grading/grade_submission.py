"""Exercise and submission in, result out: the one path that every command and report uses."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import grader
from grader.checks.base import Check
from grader.checks.diagnosis import name_mistake
from grader.checks.judgement import TROUBLE_TEXTS, TROUBLES, Judgement, raised_text
from grader.core.call import Call, Ending
from grader.core.errors import LaunchError
from grader.core.formatting import call_text
from grader.core.result import (
    CheckResult,
    CourseStamp,
    ExerciseResult,
    Location,
    Mistake,
    NamedMistake,
    Result,
    Verdict,
)
from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.grading.prepared import PreparedCheck, PreparedExercise, PreparedExercises
from grader.grading.submission import Submission, UnreadableError
from grader.sandbox.call_table import CallResults
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess
from grader.sandbox.protocol import LoadResult

FLOAT32_NOTE = "computed in float32: accepted, but float64 keeps nine more digits"
MAX_TIMEOUTS = 2
SHOWN_VERDICTS = (Verdict.FAIL, Verdict.ERROR)


def grade(
    course: Course,
    submission: Submission,
    launcher: Launcher,
    *,
    exercise_ids: Sequence[str] | None = None,
    student: str | None = None,
    seed: int = 0,
    preparations: PreparedExercises | None = None,
) -> Result:
    """Grade a submission: all exercises of the course, or those given.

    With `preparations`, what is the same for other submissions is made only once.

    Raises:
        YamlError: an exercise's file is not right.
        LaunchError: no learner's process can be started.
    """
    ids = course.exercise_ids if exercise_ids is None else exercise_ids
    prepared = preparations or PreparedExercises(course)
    with LearnerProcess(launcher, submission.modules) as process:
        exercises = tuple(grade_exercise(prepared.of(each, seed), submission, process) for each in ids)
    stamp = CourseStamp(id=course.id, version=course.version, sha256=course.sha256)
    return Result(
        tool_version=grader.__version__,
        course=stamp,
        exercises=exercises,
        student=student,
        seed=seed,
        confinement=launcher.layers,
    )


def grade_exercise(prepared: PreparedExercise, submission: Submission, process: LearnerProcess) -> ExerciseResult:
    """Grade one exercise of a submission."""
    started = time.perf_counter()
    exercise = prepared.exercise
    checks = ExerciseRun(prepared, submission, process).results()
    return ExerciseResult(
        id=exercise.id,
        title=exercise.title,
        file=submission.shown(exercise.id) if submission.path(exercise.id) else None,
        checks=tuple(checks),
        seconds=time.perf_counter() - started,
    )


class CheckRun(NamedTuple):
    """What came of a check: what its outcomes mean, the calls that they are of, and what was printed meanwhile."""

    check: Check
    judgement: Judgement
    calls: Sequence[Call] = ()
    printed: str = ""


class ExerciseRun:
    """Grades one exercise of a submission: makes the calls, has the answers judged, names mistakes."""

    def __init__(self, prepared: PreparedExercise, submission: Submission, process: LearnerProcess) -> None:
        self._prepared = prepared
        self._exercise = prepared.exercise
        self._submission = submission
        self._shown = submission.shown(prepared.exercise.id)
        self._process = process
        self._left = prepared.exercise.limits.exercise_seconds
        self._replies: dict[str, CallResults] = {}
        self._line: int | None = None
        self._missing: tuple[str, ...] = ()
        self._timeouts = 0
        self._is_loaded = False

    def results(self) -> list[CheckResult]:
        """Return the result of every check."""
        obstacle = self._load()
        if obstacle:
            return self._all_stopped(obstacle)
        runs: list[CheckRun] = []
        failed: set[str] = set()
        for check in self._exercise.checks:
            runs.append(as_internal_error(check, self._run, check, failed))
            if runs[-1].judgement.verdict is not Verdict.PASS:
                failed.add(check.name)
        results = [self._result(as_internal_error(each.check, self._simplified, each)) for each in runs]
        is_named = any(
            result.mistake for result in results
        )  # then small errors elsewhere are that mistake's, not float32's
        return [result._replace(note="") for result in results] if is_named else results

    # --- loading ----------------------------------------------------------------------------

    def _load(self) -> Judgement | None:
        """Load the learner's file; return what keeps the function from being called, if anything."""
        exercise = self._exercise
        shown = self._shown
        try:
            source = self._submission.read(exercise.id)
        except UnreadableError as error:
            return Judgement(verdict=Verdict.ERROR, message=f"{shown} {error}")
        if source is None:
            return Judgement(verdict=Verdict.NOT_ATTEMPTED, message=f"there is no file {shown}")
        started = time.monotonic()
        loaded = self._process.load(
            exercise.name,
            exercise.functions,
            exercise.limits,
            self._left,
            file=(shown, source),
            lent=self._prepared.trusted.lent,
        )
        self._left -= time.monotonic() - started
        self._line, self._missing = loaded.line, loaded.missing
        obstacle = load_judgement(loaded, exercise, shown)
        self._is_loaded = obstacle is None
        return obstacle

    def _all_stopped(self, obstacle: Judgement) -> list[CheckResult]:
        """Give the first check what stopped everything, and skip the rest."""
        printed = self._process.take_printed()
        first, *rest = self._exercise.checks
        stopped = obstacle.verdict if obstacle.verdict is Verdict.NOT_ATTEMPTED else Verdict.SKIPPED
        results = [self._result(CheckRun(first, obstacle, printed=printed))]
        return results + [
            CheckResult(name=check.name, verdict=stopped, max_score=check.points, is_hidden=check.hidden)
            for check in rest
        ]

    # --- one check --------------------------------------------------------------------------

    def _run(self, check: Check, failed: set[str]) -> CheckRun:
        """Make a check's calls and judge them."""
        if check.needs in failed:
            return CheckRun(check, Judgement(verdict=Verdict.SKIPPED, message=f"needs “{check.needs}”"))
        prepared = self._prepared.check(check)
        function = prepared.setting.signature.function
        if function in self._missing:
            return CheckRun(
                check, Judgement(verdict=Verdict.ERROR, message=f"the file defines no `{function}`; write it")
            )
        if self._timeouts >= MAX_TIMEOUTS:
            return CheckRun(check, Judgement(verdict=Verdict.SKIPPED, message="not tried: time ran out twice before"))
        replies = self._request(prepared)
        judgement = prepared.judge(replies)
        self._timeouts += judgement.verdict is Verdict.TIMEOUT
        self._replies[check.name] = replies
        printed = self._process.take_printed()
        if check.hidden:
            self._process.close()  # what it has seen must not be shown by a later check or exercise
        return CheckRun(check, judgement, prepared.encoded.calls, printed)

    def _simplified(self, run: CheckRun) -> CheckRun:
        """After a failure, try calls that are easier to follow, and show those if they fail in the same way."""
        check, judgement = run.check, run.judgement
        if judgement.verdict not in SHOWN_VERDICTS or check.hidden or check.name not in self._replies:
            return run
        simpler = self._prepared.check(check).simpler
        if not simpler:
            return run
        easy = simpler.judge(self._request(simpler))
        self._process.take_printed()
        return CheckRun(check, easy, simpler.encoded.calls, run.printed) if easy.verdict is judgement.verdict else run

    def _request(self, prepared: PreparedCheck) -> CallResults:
        """Make a check's calls; what the process lost without the learner's doing is not on their time."""
        encoded = prepared.encoded
        started = time.monotonic()
        replies = self._process.answers(encoded, self._exercise.limits, self._left, prepared.judged)
        self._left -= time.monotonic() - started - self._process.lost_seconds
        return replies

    # --- results ----------------------------------------------------------------------------

    def _result(self, run: CheckRun) -> CheckResult:
        check, judgement, calls, printed = run
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
        if judgement.verdict not in SHOWN_VERDICTS or check.name not in self._replies:
            return None
        checks = {each.name: self._prepared.check(each) for each in self._exercise.checks if each.name in self._replies}
        return name_mistake(
            check.name,
            list(self._replies),
            self._prepared.trusted.mistakes,
            lambda mistake, name: checks[name].is_done_by(mistake, self._replies[name]),
        )

    def _location(self, check: Check, judgement: Judgement) -> Location | None:
        """Point at the line that raised, or at the function that gave the wrong answer."""
        if judgement.verdict in (Verdict.PASS, Verdict.SKIPPED, Verdict.INTERNAL):
            return None
        line = self._line if check.hidden else judgement.line or self._line  # a line number can tell an input
        return Location(file=self._shown, line=line)


def as_internal_error(check: Check, function: Callable[..., CheckRun], *args: Any) -> CheckRun:
    """Do something for a check; a fault of ours is never blamed on the learner, and other checks keep their points."""
    try:
        return function(*args)
    except LaunchError:
        raise
    except Exception as error:
        return CheckRun(check, internal(error))


def internal(error: Exception) -> Judgement:
    """Judge what went wrong on our side, the course's or the grader's."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Judgement(
        verdict=Verdict.INTERNAL,
        message=f"the grader failed, which is not your fault; please report this: {what} ({Path(place.filename).name}, line {place.lineno})",
    )


def load_judgement(loaded: LoadResult, exercise: Exercise, shown: str) -> Judgement | None:
    """Judge the loading of a learner's file; None if the function can be called."""
    outcome, function = loaded.outcome, exercise.function
    if outcome.ending in TROUBLES:
        detail = TROUBLE_TEXTS[outcome.ending].format(outcome.detail)
        return Judgement(verdict=TROUBLES[outcome.ending], message=f"{shown}, when it is loaded, {detail}")
    if outcome.ending is Ending.RAISED:
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
