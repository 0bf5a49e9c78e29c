"""The process behind `learn watch`: it keeps numpy and the exercise prepared, and grades on request.

A request is the ids of the exercises to grade and a number, which each reply to it carries. A new request ends the grading
that is under way.
"""

import contextlib
import gc
import json
import socket
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.core.errors import LaunchError, UserError
from grader.core.result import CHECK, EXERCISE, CheckResult, ExerciseResult
from grader.learner.watch.warm_process import SLOW_SECONDS, WatchedPlace
from grader.sandbox.confinement import ConfinementMode
from grader.sandbox.examine import open_launcher
from grader.sandbox.launcher import LaunchedProcess, Launcher, Settings
from grader.sandbox.worker import Requests

if TYPE_CHECKING:
    from grader.grading.grade_submission import Report

MAX_PREPARED = 3
"""Exercises kept prepared: the learner goes back and forth between few."""
MAX_GRADINGS = 200
"""Gradings after which an exercise is prepared anew: it memoizes judgements, and memory must not grow all evening."""
NO_TASK = json.dumps(None)


class CancelledLaunchError(LaunchError):
    """The grading was cancelled, so no further process is started for it."""


class CancellableLauncher:
    """A launcher whose processes can be ended from another thread, without a word to the fork server.

    The exchange with the fork server would be cut in two by an exception; a closed channel looks like a crash.
    """

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self._latest: LaunchedProcess | None = None
        self.is_cancelled = False
        self.layers = launcher.layers
        self.scratch = launcher.scratch

    def start(self, settings: Settings) -> LaunchedProcess:
        """Start a process, unless the grading was cancelled."""
        if self.is_cancelled:
            raise CancelledLaunchError("the grading was cancelled")
        self._latest = self._launcher.start(settings)
        if self.is_cancelled:  # while it started
            self._hang_up()
        return self._latest

    def cancel(self) -> None:
        """End the running process's channel; start no other."""
        self.is_cancelled = True
        self._hang_up()

    def close(self) -> None:
        """Do nothing: the launcher below outlives a grading."""

    def _hang_up(self) -> None:
        if self._latest is not None:
            with contextlib.suppress(OSError):
                self._latest.channel.shutdown(socket.SHUT_RDWR)


class WarmGrader:
    """Grades exercises of one workspace, each time in a fresh process, and keeps them prepared."""

    def __init__(self, place: WatchedPlace, launcher: Launcher) -> None:
        # Imported here: the launcher forks this process, which must not hold exercises and solutions before that.
        from grader.grading.prepared import PreparedExercise
        from grader.learner.course import open_course

        self._course = open_course(Path(place.course) if place.course else None)
        self._folder = Path(place.workspace)
        self._launcher = launcher
        self._prepared: dict[str, PreparedExercise] = {}
        self._gradings: Counter[str] = Counter()
        self._current: CancellableLauncher | None = None

    def grade(self, exercise_id: str, report: "Report" = lambda results: None) -> ExerciseResult:
        """Grade an exercise; raise CancelledLaunchError if `cancel` was called meanwhile."""
        # Imported here as above.
        from grader.grading.grade_submission import grade_exercise
        from grader.grading.submission.folder import Submission
        from grader.sandbox.process import LearnerProcess

        submission = Submission(self._folder)
        self._current = CancellableLauncher(self._launcher)
        prepared = self._prepare(exercise_id)
        self._gradings[exercise_id] += 1
        try:
            with LearnerProcess(self._current, submission.modules) as process:
                result = grade_exercise(prepared, submission, process, report)
            self._keep_on()
            return result
        except LaunchError:
            if self._current.is_cancelled:  # while a process started
                raise CancelledLaunchError("the grading was cancelled") from None
            raise
        finally:
            self._current = None

    def _keep_on(self) -> None:
        if self._current is not None and self._current.is_cancelled:
            raise CancelledLaunchError("the grading was cancelled")

    def cancel(self) -> None:
        """End the grading that is under way, if there is one."""
        if self._current is not None:
            self._current.cancel()

    def warm_up(self, exercise_id: str) -> Iterator[None]:
        """Prepare, step by step, all that grading an exercise may need: arguments, the solution's and mistakes' results.

        Of the whole generator that takes half a minute, which the learner spends writing.
        """
        # Imported here as above.
        from grader.checks.evidence import MOST_CALLS

        prepared = self._prepare(exercise_id)
        checks = [prepared.check(check) for check in prepared.exercise.checks]
        for check in checks:
            _ = check.encoded, check.expected
            yield
            simpler = prepared.simpler(check.check)
            if simpler:
                _ = simpler.encoded, simpler.expected
            yield
        for calls, check in product((range(1), range(1, MOST_CALLS)), checks):
            count = len(check.expected)
            for mistake, index in product(prepared.trusted.mistakes, calls):
                if index < count:
                    check.run_mistake(mistake, index)
                    yield

    def _prepare(self, exercise_id: str) -> Any:
        # Imported here as above.
        from grader.grading.prepared import prepare

        prepared = self._prepared.pop(exercise_id, None)
        if prepared and self._gradings[exercise_id] >= MAX_GRADINGS:
            prepared = None
            del self._gradings[exercise_id]
            gc.collect()  # modules and settings refer to one another
        if prepared is None:
            prepared = prepare(self._course, self._course.exercise(exercise_id), self._keep_on)
        self._prepared[exercise_id] = prepared  # last again: dictionaries keep the order of insertion
        while len(self._prepared) > MAX_PREPARED:
            del self._prepared[next(iter(self._prepared))]
        return prepared


def serve(folder: str) -> None:
    """Answer the requests of the parent until it ends; `folder` is for temporary files."""
    requests = Requests(folder)
    place = WatchedPlace(**requests.read_first())
    gc.disable()  # until the fork server is there: a collection would copy the pages that the two share
    try:
        launcher = open_launcher(ConfinementMode(place.confine), is_quick=True)
    except (LaunchError, UserError) as error:
        requests.reply({"stop": str(error), "is_ours": isinstance(error, LaunchError)})
        return
    finally:
        gc.enable()
    grader = WarmGrader(place, launcher)
    requests.listen(grader.cancel)  # a new request is a newer save
    requests.reply({"layers": list(launcher.layers)})
    warming: Iterator[None] = iter(())
    while True:
        if not requests.has_next() and next(warming, NO_TASK) is None:
            continue  # one more step of warming up was made
        request = requests.take()
        for exercise_id in request["exercises"]:
            if requests.has_next():
                break  # the rest of this request is stale
            reply = partial(_reply, requests, request["number"])
            reply(_graded(grader, exercise_id, reply))
        warming = _guarded(grader.warm_up(request["exercises"][0])) if len(request["exercises"]) == 1 else iter(())


def _reply(requests: Requests, number: int, message: dict[str, Any]) -> None:
    requests.reply({"number": number, **message})


def _graded(grader: WarmGrader, exercise_id: str, reply: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Return the reply with an exercise's result; before it, if that takes long, send those of the checks made so far."""
    started = time.monotonic()

    def report(results: Callable[[], Sequence[CheckResult]]) -> None:
        if time.monotonic() - started > SLOW_SECONDS:
            reply({"so_far": [CHECK.dump(result) for result in results()], "exercise": exercise_id})

    try:
        return {"result": dict(EXERCISE.dump(grader.grade(exercise_id, report)))}
    except CancelledLaunchError:
        return {"cancelled": exercise_id}
    except UserError as error:
        return {"fault": str(error)}
    except Exception:
        return {"fault": f"The grader failed, which is a fault of ours:\n{traceback.format_exc()}"}


def _guarded(steps: Iterator[None]) -> Iterator[None]:
    """Yield from steps until one fails: grading meets the same error, and reports it."""
    with contextlib.suppress(Exception):
        yield from steps
