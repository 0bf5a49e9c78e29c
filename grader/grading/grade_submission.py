"""Grade a submission: the one path from exercise and files to a result, which every command uses."""

import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import grader
from grader.checks.base import ATTEMPT, Check
from grader.checks.judgement import PASSED, PRINTS, Judgement, prints_the_answers, undefined
from grader.checks.script import Script
from grader.core.call import Call, Ending, LoadResult, Outcomes
from grader.core.comparison import NO_RETURN
from grader.core.errors import LaunchError
from grader.core.formatting import call_text, source_line
from grader.core.result import (
    NO_ATTEMPT,
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
from grader.files.regular_file import UnreadableError
from grader.grading.prepared import PreparedCheck, PreparedExercise, PreparedExercises
from grader.grading.submission.files import SubmittedFiles
from grader.sandbox.call_table import CallResults
from grader.sandbox.code_runner import CodeRunner
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

MAX_TIMEOUTS = 2  # a function that never ends would cost `call_seconds` in every check that is left
REPEATS = 5  # of a failing call: a function that draws one of three tokens gives equal answers now and then
SHOWN_VERDICTS = (Verdict.FAIL, Verdict.ERROR)
Report = Callable[[Callable[[], Sequence[CheckResult]]], None]
"""Called after each check, with a function that returns the results of the checks made so far."""


def grade(
    course: Course,
    submission: SubmittedFiles,
    launcher: Launcher,
    *,
    exercise_ids: Sequence[str] | None = None,
    student: str | None = None,
    seed: int = 0,
    preparations: PreparedExercises | None = None,
) -> Result:
    """Grade a submission: all exercises of the course, or those given.

    Pass `preparations` when grading several submissions: it caches all that does not depend on the submission.

    Raises:
        YamlError: an exercise's file is not valid.
        LaunchError: no learner's process can be started.
    """
    ids = course.exercise_ids if exercise_ids is None else exercise_ids
    prepared = preparations or PreparedExercises(course)
    # One process for all exercises; it replaces itself after a crash, a timeout or a modified interpreter.
    with LearnerProcess(launcher, submission.modules) as process:
        exercises = tuple(grade_exercise(prepared.of(name, seed), submission, process) for name in ids)
    stamp = CourseStamp(id=course.id, version=course.version, sha256=course.sha256)
    return Result(grader.__version__, stamp, exercises, student, seed, launcher.layers)


def grade_exercise(
    prepared: PreparedExercise,
    submission: SubmittedFiles,
    runner: CodeRunner,
    report: Report = lambda results: None,
) -> ExerciseResult:
    """Grade one exercise of a submission; `report` hears of each check that was made."""
    started, runner.is_starved = time.perf_counter(), False
    exercise = prepared.exercise
    checks = ExerciseRun(prepared, submission, runner).results(report)
    return ExerciseResult(
        id=exercise.id,
        title=exercise.title,
        file=submission.shown(exercise.id) if submission.has(exercise.id) else None,
        checks=tuple(checks),
        seconds=time.perf_counter() - started,
        is_starved=runner.is_starved,
    )


class CheckRun(NamedTuple):
    """A check that ran: its judgement, its calls, the captured output."""

    check: Check
    judgement: Judgement
    calls: Sequence[Call] = ()
    printed: str = ""
    mistake: Mistake | None = None
    is_unsteady: bool = False
    """Whether equal calls get unequal answers, so that the function's answers say nothing of any mistake."""


class ShownCall(NamedTuple):
    """The call that a failed check shows, and the number of its step that is wrong, from 0."""

    call: Call
    step: int = 0


class ExerciseRun:
    """Grade one exercise of a submission: make the calls, judge the replies, name mistakes."""

    def __init__(self, prepared: PreparedExercise, submission: SubmittedFiles, runner: CodeRunner) -> None:
        self._prepared = prepared
        self._exercise = prepared.exercise
        self._submission = submission
        self._shown = submission.shown(prepared.exercise.id)
        self._runner = runner
        self._left = prepared.exercise.limits.exercise_seconds
        self.replies: dict[str, CallResults] = {}
        """The replies to the checks that were made, by their names."""
        self._source = b""
        self._line: int | None = None
        self._other_lines: Mapping[str, int] = {}
        self._missing: tuple[str, ...] = ()
        self._timeouts = 0
        self.is_loaded = False
        """Whether the file was executed and defines the function."""
        self._has_printed = False
        self.shown_calls: dict[str, ShownCall] = {}
        """The calls that failed checks show, by the names of the checks."""

    def results(self, report: Report = lambda results: None) -> list[CheckResult]:
        """Return the result of every check."""
        try:
            obstacle = self._load()
        except LaunchError:
            raise
        except Exception as error:
            obstacle = internal(error)
        if obstacle:
            return self._all_stopped(obstacle)
        made: dict[str, CheckRun] = {}
        for check in sorted(self._exercise.checks, key=self._needs_attempt):
            made[check.name] = as_internal_error(check, self._run, check, made)
            report(lambda: [self._result(made[each.name]) for each in self._exercise.checks if each.name in made])
        runs = [made[check.name] for check in self._exercise.checks]
        # Only now: simpler calls use time that a later check may need, and a mistake is named by all checks' replies.
        simplified = [as_internal_error(run.check, self._simplified, run) for run in self._diagnosed(runs)]
        return [self._result(as_internal_error(run.check, self._with_its_output, run)) for run in simplified]

    # --- loading ----------------------------------------------------------------------------

    def _load(self) -> Judgement | None:
        """Load the learner's file; return a judgement if the function cannot be called."""
        exercise = self._exercise
        shown = self._shown
        try:
            source = self._submission.read(exercise.id)
        except UnreadableError as error:
            return Judgement(verdict=Verdict.UNREADABLE, message=f"{shown} {error}", obstacle=error.kind)
        if source is None:
            from grader.grading.load_judgement import absence  # only for files in trouble: most grading needs less

            names = self._submission.modules.keys() - self._prepared.trusted.names
            others = {name: self._submission.modules[name] for name in names}
            message = absence(self._submission.absence(exercise.id), exercise, others)
            return Judgement(verdict=Verdict.NOT_ATTEMPTED, message=message)
        self._source = source
        loaded = self._load_source()
        self._line, self._other_lines, self._missing = loaded.line, loaded.other_lines, loaded.missing
        self.is_loaded = loaded.outcome.ending is Ending.RETURNED and loaded.is_callable
        if self.is_loaded:
            return None
        from grader.grading.load_judgement import load_judgement  # only for files in trouble, as above

        return load_judgement(loaded, exercise, shown)

    def _load_source(self) -> LoadResult:
        """Execute the learner's file in its process."""
        exercise = self._exercise
        loaded = self._runner.load(
            exercise.name,
            exercise.functions,
            exercise.limits,
            self._left,
            file=(self._shown, self._source),
            lent=self._prepared.trusted.lent,
        )
        self._left -= self._runner.spent_seconds  # a module may compute for as long as a function
        return loaded

    def _all_stopped(self, obstacle: Judgement) -> list[CheckResult]:
        """Give the first check the obstacle's judgement, and skip the rest."""
        printed = self._take_printed()
        first, *rest = self._exercise.checks
        stopped = obstacle.verdict if obstacle.verdict is Verdict.NOT_ATTEMPTED else Verdict.SKIPPED
        results = [self._result(CheckRun(first, obstacle, printed=printed))]
        return results + [CheckResult(name=check.name, verdict=stopped, max_score=check.points) for check in rest]

    # --- one check --------------------------------------------------------------------------

    def _needs_attempt(self, check: Check) -> bool:
        """Return whether a check has to wait for right answers, itself or the one that it needs."""
        needed = [other for other in self._exercise.checks if other.name == check.needs]
        return check.needs == ATTEMPT or any(map(self._needs_attempt, needed))

    def _run(self, check: Check, made: Mapping[str, CheckRun]) -> CheckRun:
        """Make a check's calls and judge them, unless what it needs has not passed; `made` are the checks before."""
        needed = made.get(check.needs or "")
        # A skipped one too: `needs` is transitive.
        if needed and needed.judgement.verdict is not Verdict.PASS and not needed.judgement.is_about_float32:
            return CheckRun(check, Judgement(verdict=Verdict.SKIPPED, message=f"needs “{check.needs}”"))
        prepared = self._prepared.check(check)
        function = prepared.setting.signature.function
        if check.needs == ATTEMPT and not self._prepared.is_attempted(function, self.replies):
            return CheckRun(check, Judgement(verdict=Verdict.SKIPPED, message=NO_ATTEMPT))
        if function in self._missing:
            message = f"the file defines no `{function}`; write it"
            return CheckRun(check, Judgement(verdict=Verdict.ERROR, message=message, obstacle=undefined(function)))
        if self._timeouts >= MAX_TIMEOUTS:
            return CheckRun(check, Judgement(verdict=Verdict.SKIPPED, message="not tried: time ran out twice before"))
        replies = self._request(prepared)
        judgement = prepared.judge(replies)
        if judgement.is_about_float32 and any(run.judgement.is_about_float32 for run in made.values()):
            judgement = PASSED  # one rule is broken, which costs the points of one check
        self._timeouts += judgement.verdict is Verdict.TIMEOUT
        self.replies[check.name] = replies
        printed = self._take_printed()
        judgement = self._explain_printing(judgement, prepared, printed)
        return CheckRun(check, judgement, prepared.encoded.calls, printed)

    def _simplified(self, run: CheckRun) -> CheckRun:
        """After a failure, try simpler calls; return those if they fail with the same verdict."""
        if run.is_unsteady or not self._has_visible_call(run):
            return run
        simpler = self._prepared.simpler(run.check)
        if not simpler:
            return run
        easy = simpler.judge(self._request(simpler))
        printed = self._take_printed()  # else discarded: the result shows the output of the check itself
        easy = self._explain_printing(easy, simpler, printed)
        if easy.verdict is not run.judgement.verdict:
            return run
        return run._replace(judgement=easy, calls=simpler.encoded.calls)

    def _with_its_output(self, run: CheckRun) -> CheckRun:
        """After a failure in a function that prints, make the call that is shown once more; keep what that one prints.

        The check's other calls have printed, too, and what comes after KEPT_CHARACTERS of all calls is lost.
        """
        if not self._has_printed or not self._has_visible_call(run) or run.judgement.index is None or self._left <= 0:
            return run
        # Loaded anew: only the first characters after each load are kept.
        if self._load_source().outcome.ending is not Ending.RETURNED:
            return run
        self._take_printed()  # what the file itself prints, outside of functions
        self._make([run.calls[run.judgement.index]])
        return run._replace(printed=self._take_printed() or run.printed)

    def _take_printed(self) -> str:
        text = self._runner.take_printed()
        self._has_printed = self._has_printed or bool(text)
        return text

    def _explain_printing(self, judgement: Judgement, prepared: PreparedCheck, printed: str) -> Judgement:
        """Say of a function that returns nothing that it prints the answers, if its output is the expected results."""
        if not (judgement.message.endswith(NO_RETURN) and prints_the_answers(printed, prepared.expected)):
            return judgement
        return replace(judgement, message=f"{judgement.message.removesuffix(NO_RETURN)}{PRINTS}")

    def _has_visible_call(self, run: CheckRun) -> bool:
        """Return whether a check failed in its calls; without replies it failed on our side."""
        return run.judgement.verdict in SHOWN_VERDICTS and run.check.name in self.replies

    def _diagnosed(self, runs: Sequence[CheckRun]) -> list[CheckRun]:
        """Name the mistakes of failed checks, or say of one that its answers depend on more than the arguments."""
        made = [run for run in runs if run.check.name in self.replies]
        failing = [run for run in made if run.judgement.verdict in SHOWN_VERDICTS]
        if not failing:
            return list(runs)
        try:
            prepared = self._prepared if self._timeouts else self._prepared.usual  # time may lack for more calls
            mistakes = prepared.diagnose([self._evidence(prepared, run) for run in made])
            unsteady = self._unsteady([run for run in failing if run.check.name not in mistakes])
        except LaunchError:
            raise
        except Exception as error:
            return [CheckRun(run.check, internal(error)) if run in failing else run for run in runs]
        if unsteady:
            return [unsteady if run.check is unsteady.check else run for run in runs]
        return [run._replace(mistake=mistakes.get(run.check.name)) for run in runs]

    def _evidence(self, prepared: PreparedExercise, run: CheckRun) -> tuple[Check, CallResults, bool]:
        """Return a check that was made, the replies to its calls in `prepared`, and whether these fail it."""
        check, replies = run.check, self.replies[run.check.name]
        if prepared.check(check) is self._prepared.check(check):
            return check, replies, run.judgement.verdict in SHOWN_VERDICTS
        replies = self._request(prepared.check(check))
        self._take_printed()  # discarded: the result shows the output of the check itself
        return check, replies, prepared.check(check).judge(replies).verdict in SHOWN_VERDICTS

    def _unsteady(self, unexplained: Sequence[CheckRun]) -> CheckRun | None:
        """Make an unexplained failing call again in a fresh process; return the check if its answer is another there."""
        shown = [run for run in unexplained if self._has_visible_call(run) and run.judgement.index is not None]
        for run in shown[:1]:  # each call costs a process
            judgement = run.judgement
            assert judgement.index is not None
            words = self._prepared.check(run.check).unsteady(self.replies[run.check.name], judgement.index, self._alone)
            if words:
                return run._replace(judgement=replace(judgement, message=words), is_unsteady=True)
        return None

    def _alone(self, call: Call) -> Sequence[Outcomes]:
        """Make one call a few times in a fresh process."""
        self._runner.close()
        outcomes = self._make([call] * REPEATS)
        self._take_printed()  # discarded: the result shows the output of the check itself
        return outcomes

    def _make(self, calls: Sequence[Call]) -> Sequence[Outcomes]:
        outcomes = self._runner.run(calls, self._exercise.limits, self._left)
        self._left -= self._runner.spent_seconds
        return outcomes

    def _request(self, prepared: PreparedCheck) -> CallResults:
        """Make a check's calls."""
        replies = self._runner.answers(prepared.encoded, self._exercise.limits, self._left, prepared.judged)
        self._left -= self._runner.spent_seconds
        return replies

    # --- results ----------------------------------------------------------------------------

    def _result(self, run: CheckRun) -> CheckResult:
        check, judgement, calls, printed, mistake, _ = run
        result = CheckResult(
            name=check.name,
            verdict=judgement.verdict,
            max_score=check.points,
            message=judgement.message,
            mistake=NamedMistake(mistake.name, mistake.title, mistake.words, mistake.is_partial) if mistake else None,
            location=self._location(check, judgement),
            obstacle=judgement.obstacle,
        )
        has_call = calls and judgement.index is not None and judgement.verdict is not Verdict.NOT_ATTEMPTED
        if has_call:
            self.shown_calls[check.name] = ShownCall(calls[judgement.index], judgement.step)  # type: ignore[index]  # `has_call` says that it is a number
        call = call_text(self.shown_calls[check.name].call) if has_call else ""
        source = source_line(self._source, judgement.line, judgement.column) if judgement.line else ""
        result = result._replace(got=judgement.got, expected=judgement.expected, vectors=judgement.vectors)
        step = judgement.words_of_step if self._has_order(check) else ""
        return result._replace(call=call, step=step, stdout=printed, source=source)

    def _has_order(self, check: Check) -> bool:
        """Return whether the order of steps matters: to the check, or the exercise if a check judges what it asks of spies."""
        return isinstance(check, Script) or any(each.judges_questions for each in self._exercise.checks)

    def _location(self, check: Check, judgement: Judgement) -> Location | None:
        """Return the line that raised, or the line of the function that returned a wrong value."""
        if judgement.verdict in (Verdict.PASS, Verdict.SKIPPED, Verdict.INTERNAL):
            return None
        line = judgement.line or self._other_lines.get(check.function, self._line)
        return Location(file=self._shown, line=line)


def as_internal_error(check: Check, function: Callable[..., CheckRun], *args: object) -> CheckRun:
    """Call `function`; turn an exception, which is our fault, into an internal error of this check only."""
    try:
        return function(*args)
    except LaunchError:  # the machine's fault: no other check could run either
        raise
    except Exception as error:
        return CheckRun(check, internal(error))


def internal(error: Exception) -> Judgement:
    """Return the judgement for an exception of the course's or the grader's own code."""
    if isinstance(error, MemoryError):  # nothing of ours is large: it is what the learner's code has sent
        return Judgement(verdict=Verdict.MEMORY, message="returned more than the grader has memory to judge")
    # Its name, not its path: results must not depend on where the grader is installed.
    place = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Judgement(
        verdict=Verdict.INTERNAL,
        message=f"the grader failed, which is not your fault; please report this: {what} ({Path(place.filename).name}, line {place.lineno})",
    )
