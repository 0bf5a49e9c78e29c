"""Run a module of a course's solutions with the learner's own functions in it, in one confined process; yield its events."""

import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from grader.child.codec import Decoder, Encoder, Json, WireError
from grader.child.frames import frame, unframed
from grader.child.system import MOST_EVENTS, PACKAGE, RunningSystem, run_system
from grader.core.errors import UserError
from grader.core.escape import line
from grader.core.formatting import seconds_text
from grader.course import shown_path
from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.sandbox.code_runner import Message, Sources
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

STEP_SECONDS = 20.0
"""For one token; the first step also imports everything."""
GRACE_SECONDS = 2.0
"""The process ends a step itself and says where; one that cannot is ended after so much more."""
MEMORY_MIB = 2048
MAX_EVENT_BYTES = 1 << 20
MESSAGES_PER_STEP = 20
"""Steps, chunks and prints; a process that sends more would never end."""


class MineError(UserError):
    """A failure of a learner's function in the running system; the message says where."""

    exit_code = 1


class SystemModule(NamedTuple):
    """A module of a course's solutions that can run with the learner's functions in it."""

    name: str
    read: Callable[[Any], Any]
    """Returns an event made safe to print; raises WireError if the module emits no such event."""
    models: Mapping[str, Any] | None = None
    """`module`, `function` and `arguments` (JSON) of what opens other models than the course's own in the process."""
    paths: tuple[str, ...] = ()
    """Folders to import other packages from; they must be among the launcher's readable ones."""
    more_memory_mib: int = 0


class OwnSystem:
    """A course's system in which the functions of passed exercises are the learner's: what to run, and what it says.

    Attributes:
        course: the course.
        files: the learner's files by module, each with its shown name and its bytes.
        solved: the exercises whose functions take part.
        used: the ids of those whose functions were called in requests that are done.
        printed: what the learner's functions have printed.
    """

    def __init__(self, course: Course, folder: Path, files: Sources, passed: Sequence[str]) -> None:
        self.course, self.files, self._folder = course, files, folder
        if not any(exercise.place.does for exercise in course.exercises()):
            raise UserError("no exercise of this course has a place in its generator; leave out --mine")
        exercises = map(course.exercise, passed)
        self.solved = [exercise for exercise in exercises if exercise.place.does and exercise.name in files]
        self._at = (0, b"")
        self.printed = ""
        self.used: tuple[str, ...] = ()

    @property
    def yours(self) -> tuple[str, ...]:
        """The ids of the exercises whose functions take part."""
        return tuple(exercise.id for exercise in self.solved)

    def _note_used(self, names: object) -> None:
        called = names if type(names) is list else []
        self.used = tuple(
            exercise.id for exercise in self.solved if exercise.id in self.used or exercise.name in called
        )

    def request(self, module: SystemModule, request: Mapping[str, Any]) -> Message:
        """Return the message that lets a learner's process run a module for a request."""
        self._at = (0, b"")
        encoder = Encoder()
        solved = {exercise.id for exercise in self.solved}
        used = {self.course.find(name) for exercise in self.solved for name in exercise.uses}
        header = {
            "op": "generate",
            "folder": str(self.course.content.solutions.resolve()),
            "generator": module.name,
            "solved": [_described(exercise) for exercise in self.solved],
            "lent": [_described(self.course.exercise(exercise_id)) for exercise_id in sorted(used - solved)],
            "paths": list(module.paths),
            "models": module.models,
            "request": encoder.encode({**request, "yours": self.yours}),
            "seconds": STEP_SECONDS,
        }
        return header, encoder.blob

    def read(self, module: SystemModule, message: Json, blob: bytes) -> Iterator[Any]:
        """Yield the events in a message of the process, and note what else it says.

        Raises:
            MineError: a learner's function failed.
            WireError: it is no message of `grader.child.system`.
        """
        match message.get("op"):
            case "step" | "events":
                decoder = Decoder(blob, max_bytes=MAX_EVENT_BYTES)
                events, number = message.get("events"), message.get("number")
                token = decoder.decode(message.get("token"))
                if type(events) is not list or len(events) > MOST_EVENTS or type(token) is not bytes:
                    raise WireError("a message without its events")
                for event in events:
                    yield module.read(decoder.decode(event))
                if type(number) is int:
                    self._at = (number, token)
            case "printed" if type(message.get("text")) is str:
                self.printed += message["text"][:4000] if len(self.printed) < 4000 else ""
            case "done":
                self._note_used(message.get("used"))
            case "failed":
                raise MineError(self._failure(message))
            case _:
                raise WireError("a message of unknown kind")

    def _failure(self, message: Json) -> str:
        """Return the sentence for a failure: whose function, where, at which token, and why."""
        said = {key: line(value[:500]) if type(value) is str else None for key, value in message.items()}
        number = message.get("line")
        name = (said.get("type") or "an error").rpartition(".")[2]
        kind = f"{name}: {said['message']}" if said.get("message") else name
        if type(message.get("seconds")) is float:
            kind = f"it took longer than {seconds_text(STEP_SECONDS)}"
        file = said.get("file")
        if file is None:
            course = f"the course's {said.get('course') or 'generator'} failed{self._after()}: {kind}"
            last = said.get("returned")
            return f"{course}; the last of your functions to return was {last}" if last else course
        path = shown_path(self._folder / file)
        place = f"{path}:{number}" if type(number) is int else path
        inner = said.get("function")
        name = Path(file).stem if inner in (None, "<module>") else f"{Path(file).stem}.{inner}"
        return f"your {name} failed{self._after()}: {kind} ({place})"

    def _after(self) -> str:
        """Return at which step something happened."""
        number, token = self._at
        if not number:
            return " before the first step"
        return f" at step {number}, after the token {line(repr(token.decode('utf-8', 'backslashreplace')))}"

    def run_here(self, module: SystemModule, request: Mapping[str, Any], emit: Callable[[Any], object]) -> None:
        """Run a module in this interpreter, where no process can be started: in a browser's tab.

        Raises:
            MineError: a learner's function failed.
        """

        def send(header: Json, blob: bytes) -> None:
            for event in self.read(module, *unframed(frame(header, blob))):
                emit(event)

        streams = sys.stdout, sys.stderr
        try:
            run_system(*unframed(frame(*self.request(module, request))), self.files, send)
        finally:
            sys.stdout, sys.stderr = streams
            sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, RunningSystem)]
            for name in [name for name in sys.modules if name.partition(".")[0] in (PACKAGE, *self.files)]:
                del sys.modules[name]


class ConfinedSystem(OwnSystem):
    """A course's system that runs in confined processes, a new one for each request."""

    def __init__(self, launcher: Launcher, course: Course, folder: Path, files: Sources, passed: Sequence[str]) -> None:
        super().__init__(course, folder, files, passed)
        self._launcher = launcher

    def events(self, module: SystemModule, request: Mapping[str, Any], steps: int) -> Generator[Any]:
        """Yield what a module emits in a process of its own for a request, in about so many steps.

        Raises:
            MineError: a learner's function failed.
        """
        header, blob = self.request(module, request)
        left = MESSAGES_PER_STEP * (steps + 10)
        with LearnerProcess(self._launcher, self.files) as process:
            try:
                seconds, memory_mib = STEP_SECONDS + GRACE_SECONDS, MEMORY_MIB + module.more_memory_mib
                for message, data in process.messages(header, blob, memory_mib, seconds):
                    left -= 1
                    if left < 0:
                        raise MineError(f"your functions do not end{self._after()}; run `learn check --all`")
                    yield from self.read(module, message, data)
                    if message.get("op") == "done":
                        return
            except TimeoutError as error:
                what = f"your functions took longer than {seconds_text(STEP_SECONDS)}"
                raise MineError(f"{what}{self._after()}") from error
            except WireError as error:
                raise MineError(f"your functions sent what cannot be read{self._after()}: {error}") from error
            except (OSError, EOFError) as error:
                status = process.close()
                raise MineError(f"your functions ended their process{self._after()} (exit code {status})") from error


def _described(exercise: Exercise) -> Json:
    returns = exercise.parsed_signature.returns
    arrays = 1 if returns.startswith("Array") else 2 if returns.startswith("tuple[Array") else 0
    return {"id": exercise.id, "functions": list(exercise.functions), "arrays": arrays}
