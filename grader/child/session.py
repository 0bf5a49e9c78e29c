"""The main loop of a learner's process: load the submission's files, make calls, reply."""

import _signal  # type: ignore[import-not-found]  # it has no types
import builtins
import contextlib
import importlib
import io
import math
import os
import signal
import socket
import sys
import threading
import types
import warnings
from collections.abc import Callable
from functools import cache

import numpy as np

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]  # a module elsewhere

from .codec import Decoder, Encoder, Handle, Json, Served, WireError, clean
from .confine import Walls, confine_process
from .connection import Connection, Stream
from .execute import enclosing, ending, execute, looping_line
from .execute_table import execute_table, reply
from .frames import answered, question
from .imports import Sources, run_source
from .printed import Printed
from .probe import possible_effects

ASKS_FOR_LINE = getattr(signal, "SIGUSR1", None)
"""Sent by the trusted process when time is up; Windows has no such signal."""
SIGNALS = tuple(sorted(int(number) for number in signal.valid_signals() - {ASKS_FOR_LINE}))


@cache  # a process forked from the trusted one cannot import it any more
def system() -> types.ModuleType:
    """Return the module that runs a whole course's system; grading does without."""
    return importlib.import_module(f"{__package__}.system")


def public_names(module: object) -> list[str]:
    """Return the public names that a learner's file defines, for the message about a missing function."""
    own = [key for key, value in vars(module).items() if getattr(value, "__module__", None) == "submission"]
    return [clean(key, 60) for key in own if type(key) is str and not key.startswith("_")][:20]


def first_line(function: object) -> int | None:
    """Return the line on which a learner's function or class begins, None if unknown."""
    code = None
    with contextlib.suppress(Exception):  # an object's own __getattr__ may raise whatever it likes
        code = getattr(function, "__code__", None) or getattr(getattr(function, "__init__", None), "__code__", None)
    return code.co_firstlineno if isinstance(code, types.CodeType) else None


def fingerprint() -> list[object]:
    """Return a snapshot of the interpreter state that one exercise could modify for the next."""
    spaces = [builtins, np, np.random, np.linalg, math]
    state: list[object] = [(*vars(space), *map(id, vars(space).values())) for space in spaces]
    state += [id(sys.modules.get(space.__name__)) for space in (*spaces, sys, os, threading)]
    state += map(_signal.getsignal, SIGNALS)  # 20 times faster than signal.getsignal, which makes enums
    state.append(signal.getitimer(signal.ITIMER_REAL)[0] if hasattr(signal, "getitimer") else 0.0)
    return [*state, np.geterr(), np.get_printoptions()["precision"], sys.getrecursionlimit(), *others_running()]


def others_running() -> tuple[int, str]:
    """Return the number of threads, and the child processes where /proc can be read."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return len(os.listdir("/proc/self/task")), file.read()
    except OSError:
        return threading.active_count(), ""


class Session:
    """Answers requests until the channel closes or the interpreter turns out to be modified."""

    def __init__(self, stream: Stream, clean_state: list[object]) -> None:
        self.stream = stream
        self.clean_state = clean_state
        self.module: object = None
        self.shown = ""
        self.limits: Json = {}
        self.printed = Printed(self._forward, 0, 0)
        self.files: dict[str, tuple[str, bytes]] = {}
        self.lent: Json = {}
        self.is_first = True
        self.is_over = False

    def serve(self) -> None:
        """Answer requests in order."""
        answers: dict[str, Callable[[Json, bytes], None]] = {
            "start": self._start,
            "load": self._load,
            "run": self._run,
            "table": self._run_table,
            "probe": self._probe,
            "generate": self._generate,
        }
        while not self.is_over:
            try:
                header, blob = self.stream.receive()
            except EOFError:
                return
            answers[header["op"]](header, blob)

    def _forward(self, text: str) -> None:
        self.stream.send({"op": "printed", "text": text})

    def _start(self, header: Json, blob: bytes) -> None:
        self.files = {name: (shown, blob[start : start + size]) for name, shown, start, size in header["files"]}
        sys.meta_path.append(Sources(self.files))
        self.stream.send({"op": "started"})

    def _probe(self, header: Json, _: bytes) -> None:
        self.stream.send({"op": "probed", "possible": possible_effects(header["targets"])})

    def _generate(self, header: Json, blob: bytes) -> None:
        system().run_system(header, blob, self.files, self.stream.send)

    def _load(self, header: Json, _: bytes) -> None:
        """Reply whether the interpreter is unmodified; if so, execute the file in a fresh module, reply what it defines."""
        self.is_over = fingerprint() != self.clean_state
        self.stream.send({"op": "state", "is_clean": not self.is_over})
        if self.is_over:
            return
        self.limits = header["limits"]
        self.is_first = True
        output = self.limits["output_characters"]
        self.printed = Printed(self._forward, keep=min(output, 4000), limit=output)
        sys.stdout = sys.stderr = self.printed  # anew for each load, since the learner's code may have replaced them
        sys.stdin = io.StringIO()  # as above
        self.shown, source = self.files[header["module"]]
        if ASKS_FOR_LINE is not None:
            _signal.signal(ASKS_FOR_LINE, self.say_line)  # anew for each load, as above
        self._provide(header.get("lent", {}))
        self.module = types.ModuleType("submission")
        sys.modules["submission"] = self.module  # dataclasses and pickle look a class's module up here
        answer: Json = {"op": "loaded", "did": "returned"}
        try:
            run_source(source, self.shown, self.module)
            main, *others = header["functions"]
            function = getattr(self.module, main, None)
            answer["callable"] = callable(function)
            answer["line"] = first_line(function)
            answer["lines"] = {name: first_line(getattr(self.module, name, None)) for name in others}
            answer["is_defined"] = hasattr(self.module, main)
            answer["inside"] = None if answer["is_defined"] else enclosing(source, main)
            answer["missing"] = [name for name in others if not callable(getattr(self.module, name, None))]
            answer["names"] = public_names(self.module)
        except BaseException as error:
            answer |= ending(error, self.shown)
        self.stream.send(answer)

    def say_line(self, _: int, frame: types.FrameType | None) -> None:
        """Say which line of the learner's file is running; the trusted process ends this one next."""
        lines: list[int] = []
        while frame is not None:
            if frame.f_code.co_filename == self.shown:
                lines.insert(0, frame.f_lineno)
            frame = frame.f_back
        source = next(source for shown, source in self.files.values() if shown == self.shown)
        self.stream.send({"op": "at", "line": looping_line(source, lines)})

    def _provide(self, lent: Json) -> None:
        """Make the modules of lent functions importable; forget those of the previous exercise."""
        ours = [
            name for name, (shown, _) in self.files.items() if getattr(sys.modules.get(name), "__file__", "") == shown
        ]
        for name in (*ours, *self.lent):
            sys.modules.pop(name, None)
        self.lent = lent
        for name, functions in lent.items():
            module = types.ModuleType(name)
            for function, number in functions.items():
                setattr(module, function, Served(Handle(number, function, (), ()), self._ask))
            sys.modules[name] = module

    def _run(self, header: Json, blob: bytes) -> None:
        for call in header["calls"]:
            steps, answer_blob = execute(self.module, call, blob, self._revive, self.limits, self.shown)
            if self.printed.is_over:  # whatever it returned: it may have caught the exception
                steps[-1] = {"did": "output", "line": steps[-1].get("line")}
            try:
                self.stream.send({"op": "called", "steps": steps}, answer_blob)
            except WireError as error:
                self.stream.send({"op": "called", "steps": [{"did": "too-large", "what": str(error)}]})

    def _run_table(self, header: Json, blob: bytes) -> None:
        """Make the calls of a table; reply for several at once."""
        made = self.module, header["table"], blob, self._revive, self.limits, self.shown, self.printed
        for pending in execute_table(*made, is_first=self.is_first):
            self.is_first = False
            try:
                self.stream.send(*reply(pending.calls, pending.encoder.blob))
            except WireError as error:  # the last call's: a reply is sent before it grows large
                if pending.calls[:-1]:
                    self.stream.send(*reply(pending.calls[:-1], pending.encoder.blob[: pending.started]))
                self.stream.send(*reply([{"did": "too-large", "what": str(error)}], b""))

    def _revive(self, handle: Handle) -> Served:
        return Served(handle, self._ask)

    def _ask(self, number: int, use: str, name: str, args: tuple[object, ...], kwargs: dict[str, object]) -> object:
        """Ask the trusted process to use a spy or a lent function, and wait for the reply."""
        encoder = Encoder()
        header = question(encoder, number, use, name, args, kwargs)
        with self.stream.lock:  # threads of the learner's ask as well; each must get its own reply
            self.stream.send(header, encoder.blob)
            header, blob = self.stream.receive()
        return answered(header, Decoder(blob, self._revive))


def limit_process(limits: Json) -> None:
    """Set resource limits for this process, where the platform has them."""
    if resource is None:
        return
    memory = limits["memory_bytes"] + address_space_bytes()
    for kind, value in (
        ("RLIMIT_AS", memory),
        ("RLIMIT_FSIZE", limits["file_bytes"]),
        ("RLIMIT_NOFILE", 64),  # the standard ones, the channel, and files that an import opens
        ("RLIMIT_CORE", 0),
        ("RLIMIT_CPU", limits["cpu_seconds"]),
    ):
        with contextlib.suppress(OSError, ValueError):
            number = getattr(resource, kind)
            hard = resource.getrlimit(number)[1]
            # Soft and hard alike, so that the learner's code cannot raise it again.
            limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(number, (limit, limit))


def address_space_bytes() -> int:
    """Return the address space in use; memory limits count from there, since numpy alone maps much more."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 512 << 20


def enter(stream: Connection, settings: Json, clean_state: list[object], walls: Walls | None = None) -> None:
    """Turn this process into a learner's process, confine it, and serve until the channel closes.

    Raises:
        OSError: it cannot be confined; nothing of the learner's has run then.
    """
    if hasattr(os, "setsid"):
        with contextlib.suppress(OSError):
            os.setsid()  # a group of its own, which is killed as a whole
    os.chdir(settings["folder"])
    os.environ.clear()
    quiet = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(quiet, number)
    if quiet > 2:
        os.close(quiet)
    sys.argv = ["submission"]
    sys.stdin = io.StringIO()  # input() raises EOFError instead of hanging
    limit_process(settings["limits"])
    warnings.filterwarnings("ignore", "coroutine .* was never awaited")  # it shows a line of ours
    if walls is not None:
        confine_process(walls)
        clean_state = [*clean_state[:-2], *others_running()]  # again, since /proc cannot be read from here on
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        Session(stream, clean_state).serve()


def serve_alone(channel: socket.socket) -> None:
    """Turn an interpreter that was started for one learner into their process; the first frame says how."""
    stream = Connection(channel)
    settings, _ = stream.receive()
    enter(stream, settings, fingerprint())
