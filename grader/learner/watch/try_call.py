"""Find the call to try, and serve the prompt in the learner's process: its arguments, its models, what is typed."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NamedTuple, Protocol

from grader.child.codec import Json, WireError, clean
from grader.core.call import Call, Spy
from grader.core.errors import UserError
from grader.core.formatting import step_text
from grader.core.result import CheckResult
from grader.course.course import Course
from grader.grading.grade_submission import ExerciseRun, ShownCall
from grader.grading.prepared import PreparedExercise, prepare
from grader.grading.submission.folder import Submission
from grader.learner.watch.stop_signals import handling
from grader.sandbox.channel import Channel
from grader.sandbox.launcher import Launcher
from grader.sandbox.lent_functions import LentFunctions
from grader.sandbox.process import LearnerProcess
from grader.sandbox.protocol import Batch, TooManyQuestionsError

FOREVER = 1e7
"""Seconds to wait for the next message: a person thinks in between, and Ctrl-C ends what does not."""
MAX_COMPLETIONS = 200
MOST_INTERRUPTS = 3
"""Ctrl-C so often without an answer ends the process: the learner's code may catch every interrupt."""
REFUSED = {"type": "RuntimeError"}


class TryError(UserError):
    """There is nothing to try, or the learner's code ended the prompt; the sentence says why."""

    exit_code = 1


class Tried(NamedTuple):
    """The call to try, and the check that it is of: the first that fails, or the first of all."""

    prepared: PreparedExercise
    check: CheckResult
    shown: ShownCall

    @property
    def steps(self) -> list[str]:
        """Return the steps of the call as Python to paste; models stand under their names."""
        return [step_text(step) for step in self.shown.call.steps]

    @property
    def parameters(self) -> list[str]:
        """Return the names of the function's parameters in the task."""
        name = self.shown.call.steps[0].name
        signatures = [self.prepared.check(check).setting.signature for check in self.prepared.exercise.checks]
        found = next((signature for signature in signatures if signature.function == name), None)
        return [parameter.name for parameter in found.parameters] if found else []

    @property
    def bound(self) -> list[str]:
        """Return the names of what is bound at the prompt for a call of one step: its arguments and its models."""
        if len(self.shown.call.steps) > 1:
            return []
        step = self.shown.call.steps[0]
        names = [*self.parameters[: len(step.args)], *step.kwargs]
        return list(dict.fromkeys([*names, *(argument.name for argument in step.args if isinstance(argument, Spy))]))


def find_call(course: Course, exercise_id: str, submission: Submission, launcher: Launcher) -> Tried:
    """Check an exercise; return the first failing call that a learner may see, or else the first call.

    Raises:
        TryError: the file cannot be loaded; the sentence says why.
    """
    prepared = prepare(course, course.exercise(exercise_id))
    with LearnerProcess(launcher, submission.modules) as process:
        run = ExerciseRun(prepared, submission, process)
        results = run.results()
    if not run.is_loaded:
        place = results[0].location
        line = f" ({place.file}:{place.line})" if place and place.line else ""
        raise TryError(f"there is nothing to try yet: {results[0].message}{line}")
    failed = next((result for result in results if result.name in run.shown_calls), None)
    if failed:
        return Tried(prepared, failed, run.shown_calls[failed.name])
    first = results[0]
    check = next(check for check in prepared.exercise.checks if check.name == first.name)
    return Tried(prepared, first, ShownCall(prepared.check(check).encoded.calls[0]))


class Typing(Protocol):
    """Where the learner types and reads."""

    def write(self, text: str) -> None:
        """Show what the learner's process printed."""

    def read(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        """Return the next line without its end; None at the end of the input. Ctrl-C raises KeyboardInterrupt."""


def serve_prompt(
    tried: Tried, submission: Submission, launcher: Launcher, typing: Typing, *, is_debugged: bool = False
) -> None:
    """Run a prompt in a learner's process until the input ends; raise TryError if the process ended first."""
    with LearnerProcess(launcher, {}) as process:
        channel, interrupt = process.open_channel(tried.prepared.exercise.limits.memory_mib)
        request = {
            "op": "console",
            "module": tried.prepared.exercise.name,
            "parameters": tried.parameters,
            "texts": tried.steps,
            "is_debugged": is_debugged,
            "debugged_step": tried.shown.step,
        }
        served = ServedPrompt(tried, submission, typing, channel)
        try:
            with interrupting(interrupt) as interrupts:
                channel.send(request, deadline=time.monotonic() + FOREVER)
                while served.answer(*channel.receive(time.monotonic() + FOREVER), interrupts):
                    interrupts.pending = 0
        except (OSError, EOFError, WireError) as error:
            status = process.close()
            raise TryError(f"your code ended the process of the prompt (exit code {status})") from error


class Interrupts:
    """Ctrl-C: how often it was pressed without an answer, and whether it is for the line that is read."""

    def __init__(self) -> None:
        self.pending = 0
        self.is_reading = False


class ServedPrompt:
    """The trusted side of a prompt: answers its messages one by one, and trusts none of them."""

    def __init__(self, tried: Tried, submission: Submission, typing: Typing, channel: Channel) -> None:
        self._call: Call = tried.shown.call
        self._id = tried.prepared.exercise.id
        self._module = tried.prepared.exercise.name
        self._submission, self._typing, self._channel = submission, typing, channel
        self._lent = LentFunctions(tried.prepared.trusted.lent)
        self._batch = Batch([])

    def answer(self, header: Json, blob: bytes, interrupts: Interrupts) -> bool:
        """Answer a message; return False if it is the last one, and raise WireError if it is none."""
        match header.get("op"):
            case "printed" if isinstance(header.get("text"), str):
                self._typing.write(clean(header["text"], len(header["text"])))
            case "read" if isinstance(header.get("prompt"), str):
                self._send(self._read(clean(header["prompt"], 200), interrupts))
            case "bind":
                self._send(*self._bind(has_files=header.get("files") is True))
            case "ask":
                self._send(*self._served(header, blob))
            case "done":
                return False
            case _:
                raise WireError("a message of unknown kind")
        return True

    def _send(self, header: Json, blob: bytes = b"") -> None:
        self._channel.send(header, blob, deadline=time.monotonic() + FOREVER)

    def _read(self, prompt: str, interrupts: Interrupts) -> Json:
        try:
            interrupts.is_reading = True  # Ctrl-C is for the line that is typed
            try:
                return {"line": self._typing.read(prompt, self._complete)}
            finally:
                interrupts.is_reading = False
        except KeyboardInterrupt:
            return {"is_interrupted": True}

    def _complete(self, text: str) -> list[str]:
        """Ask the process for the names that begin so."""
        self._send({"complete": text})
        header, blob = self._channel.receive(time.monotonic() + FOREVER)
        while header.get("op") in ("ask", "printed"):  # it reads a model's attribute to find its names
            self.answer(header, blob, Interrupts())
            header, blob = self._channel.receive(time.monotonic() + FOREVER)
        found = header.get("found")
        if header.get("op") != "completions" or not isinstance(found, list):
            raise WireError("completions are missing")
        return [clean(name, 200) for name in found[:MAX_COMPLETIONS] if isinstance(name, str)]

    def _bind(self, *, has_files: bool) -> tuple[Json, bytes]:
        """Return the call with fresh models, and the learner's files as they are now."""
        self._batch = Batch([self._call])
        blob, listed = self._batch.blob, []
        for name, (shown, source) in Submission(self._submission.folder).modules.items() if has_files else ():
            listed.append([name, shown, len(blob), len(source)])
            blob += source
        return {"call": self._batch.calls[0], "files": listed, "lent": self._lent.numbers}, blob

    def _served(self, header: Json, blob: bytes) -> tuple[Json, bytes]:
        """Use a model or a lent function; a stand-in of an earlier call may be gone, which the learner reads."""
        try:
            if self._lent.is_asked(header):
                return self._lent.answer(header, blob, self._batch)
            return self._batch.answer(header, blob)
        except WireError as error:
            return REFUSED | {"refused": f"{error}; make the call anew with call()"}, b""
        except (TooManyQuestionsError, TimeoutError, MemoryError):
            return REFUSED | {"refused": "this took too long or too much; make the call anew with call()"}, b""


@contextmanager
def interrupting(interrupt: Callable[[], None]) -> Iterator[Interrupts]:
    """Pass Ctrl-C on to the process that runs a statement; yield what is known of it."""
    interrupts = Interrupts()

    def pass_on(number: int, frame: FrameType | None) -> None:
        interrupts.pending += 1
        if interrupts.is_reading or interrupts.pending >= MOST_INTERRUPTS:
            raise KeyboardInterrupt
        with suppress(OSError):
            interrupt()

    def end(number: int, frame: FrameType | None) -> None:
        # an exception, so that the line editor restores the terminal
        raise TryError("the prompt was ended by a signal")

    with handling({"SIGTERM": end, "SIGHUP": end, "SIGINT": pass_on}):
        yield interrupts
