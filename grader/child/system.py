"""Run a course's generator with the learner's functions in it: all parts in this one process, replaced by import."""

import importlib
import importlib.machinery
import importlib.util
import signal
import sys
import traceback
import types
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec
from typing import Any

import numpy as np

from .codec import Decoder, Encoder, Json, clean
from .execute import describe_exception
from .imports import run_source
from .printed import Printed

PACKAGE = "running"
"""The course's solutions, under a name of their own."""
KEPT_CHARACTERS, MOST_CHARACTERS = 4000, 5_000_000
"""Of what learners' functions print: what is sent, and what ends them."""
MOST_EVENTS = 50
"""In one message."""
SYNTAX_ERRORS = (SyntaxError, IndentationError, TabError)
Files = Mapping[str, tuple[str, bytes]]
Send = Callable[[Json, bytes], None]


class TooSlowError(BaseException):
    """A step took too long. Not an Exception, so that a learner's `except Exception` lets it through."""


class RunningSystem:
    """Finds the modules of the system: the course's, in which the functions of solved exercises are the learner's.

    The course's modules import one another as `running.unit.name`, learners' files as `name`. `solved` and `lent` hold
    of each exercise the id and its functions; `solved` also whether their results are arrays. Learners' files that
    import a lent exercise get the course's functions.
    """

    def __init__(self, folder: str, files: Files, solved: list[Json], lent: list[Json]) -> None:
        self._folder, self._files = folder, files
        self._solved = {exercise["id"].rpartition("/")[2]: exercise for exercise in solved}
        self._lent = {exercise["id"].rpartition("/")[2]: exercise for exercise in lent}
        self._replaced = {_module_name(exercise["id"]): exercise for exercise in solved}

    def install(self) -> None:
        """Make the modules importable."""
        package = types.ModuleType(PACKAGE)
        package.__path__ = [self._folder]
        sys.modules[PACKAGE] = package
        sys.meta_path.insert(0, self)  # first: a package of a model's may have a file of the same name

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        """Return the spec of a learner's file, or of a course's module that has functions of the learner's."""
        if name in self._replaced:
            spec = importlib.machinery.PathFinder.find_spec(name, path)
            if spec is not None:
                spec.loader = _Replacing(name, str(spec.origin), self._replaced[name])
            return spec
        if name in self._solved or name in self._lent:  # any other file comes after the standard library, as in `check`
            return ModuleSpec(name, self)  # type: ignore[arg-type]  # a loader has two methods
        return None

    def create_module(self, spec: object) -> None:
        """Return None: an ordinary module will do."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Execute a learner's file, and fit its functions into the system; or lend it the course's functions."""
        name = module.__name__
        if name in self._lent:
            reference = importlib.import_module(_module_name(self._lent[name]["id"]))
            vars(module).update({function: getattr(reference, function) for function in self._lent[name]["functions"]})
            return
        shown, source = self._files[name]
        try:
            run_source(source, shown, module)
        except SyntaxError as error:
            error.filename = error.filename or shown  # a null byte is found before the file is compiled
            raise
        fit(module, self._solved[name])


class _Replacing(importlib.machinery.SourceFileLoader):
    """Loads a module of the course, then replaces the functions of its exercise by the learner's."""

    def __init__(self, name: str, path: str, exercise: Json) -> None:
        super().__init__(name, path)
        self._exercise = exercise

    def exec_module(self, module: types.ModuleType) -> None:
        """Execute the module; what it defines beside the exercise's functions stays the course's."""
        super().exec_module(module)
        own = importlib.import_module(self._exercise["id"].rpartition("/")[2])
        for function in self._exercise["functions"]:
            setattr(module, function, getattr(own, function))


def fit(module: types.ModuleType, exercise: Json) -> None:
    """Fit functions into the system: note which one returns, make arrays; raise ImportError if one is not defined."""
    path = f"{PACKAGE}.adapters"
    known = getattr(importlib.import_module(path), "ADAPTERS", {}) if importlib.util.find_spec(path) else {}
    adapters = known.get(exercise["id"], {})
    for place, name in enumerate(exercise["functions"]):
        function = getattr(module, name, None)
        if not callable(function):
            raise ImportError(f"it defines no {name}", path=module.__file__)
        if isinstance(function, type):  # a class stays itself, since callers may look at its attributes
            note_instances(function, module.__name__)
        else:
            convert = CONVERSIONS[exercise["arrays"] if place == 0 else 0]
            function = noted(function, f"{module.__name__}.{name}", convert)
        setattr(module, name, adapters[name](function) if name in adapters else function)


CONVERSIONS: list[Callable[[Any], Any]] = [
    lambda value: value,
    np.asarray,
    lambda value: tuple(map(np.asarray, value)),
]
"""Conversions of a result: none, a list to an array, or several of them."""
RETURNED = [""]
"""The learner's function that returned last, since its result may be what another one cannot use."""


USED: set[str] = set()
"""The names of the learner's files of which a function was called."""


def note_instances(cls: type, name: str) -> None:
    """Note a file as used when its class makes an instance; at once for a class that has no `__init__` to tell."""
    begin: Any = cls.__init__  # type: ignore[misc]  # as below
    if begin is object.__init__:
        USED.add(name)
        return

    def begin_and_note(self: object, *args: object, **kwargs: object) -> None:
        USED.add(name)
        begin(self, *args, **kwargs)

    cls.__init__ = begin_and_note  # type: ignore[misc]  # no instance is there yet


def noted(function: Callable[..., object], name: str, convert: Callable[[object], object]) -> Callable[..., object]:
    """Return a function that converts its result, and notes that it was called and that it returned."""

    def call(*args: object, **kwargs: object) -> object:
        USED.add(name.partition(".")[0])
        value = function(*args, **kwargs)
        RETURNED[0] = name
        return convert(value)

    return call


def _module_name(exercise_id: str) -> str:
    return f"{PACKAGE}.{exercise_id.replace('/', '.')}"


def run_system(header: Json, blob: bytes, files: Files, send: Send) -> None:
    """Import the system, run its generator, and send its events; at last whether it was done or what failed.

    The header has the course's `folder` of solutions, the name of its `generator`, `solved` and `lent` exercises,
    `paths` to import other packages from, `models` (None, or `module`, `function` and `arguments` of what opens them),
    the `request` for the generator, and `seconds` for each step.
    """
    watch = StepWatch(header["seconds"], send)
    sys.stdout = sys.stderr = Printed(
        lambda text: watch.send({"op": "printed", "text": text}), keep=KEPT_CHARACTERS, limit=MOST_CHARACTERS
    )
    sys.dont_write_bytecode = True
    sys.path += header["paths"]
    try:
        RunningSystem(header["folder"], files, header["solved"], header["lent"]).install()
        watch.begin(0, b"")
        generator: Any = importlib.import_module(f"{PACKAGE}.{header['generator']}")
        how = header["models"]
        models = getattr(importlib.import_module(how["module"]), how["function"])(**how["arguments"]) if how else None
        generator.run(Decoder(blob).decode(header["request"]), watch.emit, watch.begin, models)
        watch.end()
        answer: Json = {"op": "done", "used": sorted(USED)}
    except BaseException as error:  # learners raise what they like, SystemExit and KeyboardInterrupt as well
        watch.end()
        answer = {"op": "failed", "seconds": header["seconds"] if isinstance(error, TooSlowError) else None}
        answer |= describe_failure(error, files)
    send(answer, b"")


class StepWatch:
    """Sends messages, and ends a step that takes too long where the platform has timers."""

    def __init__(self, seconds: float, send: Send) -> None:
        self._seconds, self._send = seconds, send
        self._events: list[object] = []
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self._interrupt)

    def send(self, header: Json, blob: bytes = b"") -> None:
        """Send a message with the time stopped: half a message would be none."""
        left = self._set(0)
        self._send(header, blob)
        self._set(left)

    def begin(self, step: int, token: bytes) -> None:
        """Send the events so far, the number of the step that begins, and the token before it; start its time."""
        self._flush({"op": "step", "number": step}, token)
        self._set(self._seconds)

    def emit(self, event: object) -> None:
        """Note an event; it is sent when the next step begins, in one message, for each message takes time."""
        self._events.append(event)
        if len(self._events) >= MOST_EVENTS:
            self._flush({"op": "events"}, b"")

    def end(self) -> None:
        """Stop the time, and send the events that are left."""
        self._set(0)
        self._flush({"op": "events"}, b"")

    def _flush(self, header: Json, token: bytes) -> None:
        events, self._events = self._events, []  # first: what cannot be sent now can never be
        encoder = Encoder()
        encoded = {"token": encoder.encode(token), "events": [encoder.encode(event) for event in events]}
        self.send(header | encoded, encoder.blob)

    def _set(self, seconds: float) -> float:
        """Set the time that is left; return what it was."""
        return signal.setitimer(signal.ITIMER_REAL, seconds)[0] if hasattr(signal, "setitimer") else 0.0

    def _interrupt(self, number: int, frame: object) -> None:
        raise TooSlowError


def describe_failure(error: BaseException, files: Files) -> Json:
    """Describe an exception, and the last place in the learner's files and in the course's that it went through."""
    own = {shown for shown, _ in files.values()}
    where: Json = {"file": None, "function": None, "course": None, "returned": RETURNED[0]}
    for frame, _ in traceback.walk_tb(error.__traceback__):
        code = frame.f_code
        if code.co_filename in own:
            where |= {"file": code.co_filename, "function": clean(code.co_qualname, 80)}
        elif frame.f_globals.get("__name__", "").startswith(f"{PACKAGE}."):
            where["course"] = clean(f"{frame.f_globals['__name__'].rpartition('.')[2]}.{code.co_name}", 80)
    if type(error) in SYNTAX_ERRORS and error.filename in own:  # type: ignore[attr-defined]  # by its class, as in `execute`
        where["file"] = error.filename  # type: ignore[attr-defined]  # as above
    if type(error) is ImportError and error.path in own:
        where["file"] = error.path
    described = describe_exception(error, where["file"] or "")
    return {"type": described["type"], "message": described["message"], **where, "line": described["line"]}
