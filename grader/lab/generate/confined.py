"""Run the generator with the learner's own functions: the whole system in one confined process, its events from there."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from grader.child.codec import Decoder, Encoder, Json, WireError
from grader.child.system import MOST_EVENTS
from grader.core.errors import UserError
from grader.core.escape import line
from grader.core.formatting import seconds_text
from grader.course import GENERATOR, shown_path
from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.grading.submission.folder import Submission
from grader.lab.generate.events import Event, checked
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

STEP_SECONDS = 20.0
"""For one token; the first step also imports everything."""
GRACE_SECONDS = 2.0
"""The process ends a step itself and says where; one that cannot is ended after so much more."""
MEMORY_MIB = 2048
MAX_EVENT_BYTES = 1 << 20
MESSAGES_PER_TOKEN = 20
"""Steps, chunks and prints; a process that sends more would never end."""


class MineError(UserError):
    """A failure of a learner's function during generation; the message says where."""

    exit_code = 1


class Extras(NamedTuple):
    """Another model than the course's own, and what the process needs for it."""

    models: Mapping[str, Any] | None = None
    """`module`, `function` and `arguments` (JSON): what opens the models in the process."""
    paths: tuple[str, ...] = ()
    """Folders to import other packages from; they must be among the launcher's readable ones."""
    memory_mib: int = MEMORY_MIB


class OwnSystem:
    """A course's generator in which the functions of passed exercises are the learner's."""

    def __init__(
        self,
        course: Course,
        submission: Submission,
        passed: Sequence[str],
        extras: Extras | None = None,
        *,
        module: str = GENERATOR,
    ) -> None:
        self._module = module
        self._course, self._submission, self._extras = course, submission, extras or Extras()
        if not any(exercise.place.does for exercise in course.exercises()):
            raise UserError("no exercise of this course has a place in its generator; leave out --mine")
        files = submission.modules
        exercises = map(course.exercise, passed)
        self.solved = [exercise for exercise in exercises if exercise.place.does and exercise.name in files]
        self._at = (0, b"")
        self.printed = ""
        self.used: tuple[str, ...] = ()
        """The ids of the exercises whose functions were called in requests that are done."""

    @property
    def yours(self) -> tuple[str, ...]:
        """Return the ids of the exercises whose functions take part."""
        return tuple(exercise.id for exercise in self.solved)

    def events(self, request: Mapping[str, Any], launcher: Launcher) -> Generator[Event]:
        """Yield what the generator emits in a process of its own; raise MineError if a learner's function failed."""
        header, blob = self._header(request)
        tokens = request["settings"]["max_tokens"] if "settings" in request else len(request["text"].encode())
        left = MESSAGES_PER_TOKEN * (tokens + 10)
        with LearnerProcess(launcher, self._submission.modules) as process:
            try:
                seconds = STEP_SECONDS + GRACE_SECONDS
                for message, data in process.messages(header, blob, self._extras.memory_mib, seconds):
                    left -= 1
                    if left < 0:
                        raise MineError(f"your functions do not end{self._after()}; run `learn check --all`")
                    if message.get("op") == "done":
                        self._note_used(message.get("used"))
                        return
                    yield from self._read(message, data)
            except TimeoutError as error:
                what = f"your functions took longer than {seconds_text(STEP_SECONDS)}"
                raise MineError(f"{what}{self._after()}") from error
            except WireError as error:
                raise MineError(f"your functions sent what cannot be read{self._after()}: {error}") from error
            except (OSError, EOFError) as error:
                status = process.close()
                raise MineError(f"your functions ended their process{self._after()} (exit code {status})") from error

    def _note_used(self, names: object) -> None:
        called = names if type(names) is list else []
        self.used = tuple(
            exercise.id for exercise in self.solved if exercise.id in self.used or exercise.name in called
        )

    def _header(self, request: Mapping[str, Any]) -> tuple[Json, bytes]:
        encoder = Encoder()
        solved = {exercise.id for exercise in self.solved}
        used = {self._course.find(name) for exercise in self.solved for name in exercise.uses}
        header = {
            "op": "generate",
            "folder": str(self._course.content.solutions.resolve()),
            "generator": self._module,
            "solved": [_described(exercise) for exercise in self.solved],
            "lent": [_described(self._course.exercise(exercise_id)) for exercise_id in sorted(used - solved)],
            "paths": list(self._extras.paths),
            "models": self._extras.models,
            "request": encoder.encode({**request, "yours": self.yours}),
            "seconds": STEP_SECONDS,
        }
        return header, encoder.blob

    def _read(self, message: Json, blob: bytes) -> Iterator[Event]:
        """Yield the events in a message, and note what else it says."""
        match message.get("op"):
            case "step" | "events":
                decoder = Decoder(blob, max_bytes=MAX_EVENT_BYTES)
                events, number = message.get("events"), message.get("number")
                token = decoder.decode(message.get("token"))
                if type(events) is not list or len(events) > MOST_EVENTS or type(token) is not bytes:
                    raise WireError("a message without its events")
                for event in events:
                    yield checked(decoder.decode(event))
                if type(number) is int:
                    self._at = (number, token)
            case "printed" if type(message.get("text")) is str:
                self.printed += message["text"][:4000] if len(self.printed) < 4000 else ""
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
        path = shown_path(self._submission.folder / file)
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


def _described(exercise: Exercise) -> Json:
    returns = exercise.parsed_signature.returns
    arrays = 1 if returns.startswith("Array") else 2 if returns.startswith("tuple[Array") else 0
    return {"id": exercise.id, "functions": list(exercise.functions), "arrays": arrays}
