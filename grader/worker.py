"""Start, limit and end learners' processes, and make calls in them."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader.child.wire import Json, WireError, receive_frame, send_frame
from grader.exercise import Limits
from grader.outcome import Call, Happened, Outcome, Outcomes, Raised
from grader.wiring import HAPPENED, MAX_RESULT_BYTES, Batch, TooManyQuestionsError, read_raised

CALLS_PER_MESSAGE = 500
START_SECONDS = 30.0
CPU_SECONDS = 600
FILE_BYTES = 1 << 20
MAX_STDOUT = 4000
ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "LC_ALL": "C.UTF-8",
}


class WorkerError(RuntimeError):
    """A learner's process cannot be started; our fault or the machine's, never the learner's."""


class Started(Protocol):
    """One learner's process that has been started."""

    channel: socket.socket

    def end(self) -> int:
        """Kill it with all it started; return -signal or its exit code."""


class Starter(Protocol):
    """A way to start learners' processes."""

    def start(self, settings: Json) -> Started:
        """Start a process that serves on the channel returned."""

    def close(self) -> None:
        """End every process started."""


def starter() -> Starter:
    """Return the fastest way to start learners' processes on this platform."""
    return Forking() if sys.platform == "linux" else Spawning()


def _command(mode: str, descriptor: str) -> list[str]:
    """Return the command of a clean interpreter that can import the standard library and numpy only."""
    found = importlib.util.find_spec("numpy")
    if found is None or found.origin is None:
        raise WorkerError("numpy is not installed; install token-by-token again")
    folder = str(Path(found.origin).parent.parent)
    child = str(Path(__file__).parent / "child")
    return [sys.executable, "-P", "-s", "-S", "-B", "-X", "utf8", child, mode, descriptor, folder]


def _popen(command: list[str], **more: object) -> subprocess.Popen[bytes]:
    """Start an interpreter with a clean environment and without our terminal."""
    errors = None if os.environ.get("LEARN_DEBUG") else subprocess.DEVNULL
    environment = dict(ENVIRONMENT)
    if "SYSTEMROOT" in os.environ:  # without it Windows starts no interpreter
        environment["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=errors, **more)  # type: ignore[call-overload,no-any-return]


class Forking:
    """Forks each process from a server that has numpy loaded. Not for use by several threads at once."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            number = theirs.fileno()
            self._server = _popen(_command("serve", str(number)), stdin=subprocess.DEVNULL, pass_fds=(number,), cwd="/")

    def start(self, settings: Json) -> Started:
        """Fork a process."""
        ours, theirs = socket.socketpair()
        with theirs:
            text = json.dumps({"op": "fork", **settings}).encode()
            try:
                socket.send_fds(self._control, [text], [theirs.fileno()])
            except OSError as error:
                raise WorkerError("the fork server has ended") from error
        return Forked(self, ours, int(self._answer()["pid"]))

    def end(self, pid: int) -> int:
        """Kill a forked process and its group; return how it had ended."""
        with contextlib.suppress(OSError):
            self._control.sendall(json.dumps({"op": "end", "pid": pid}).encode())
            return int(self._answer()["status"])
        return -signal.SIGKILL

    def close(self) -> None:
        """End the server, which ends every process that it forked."""
        self._control.close()
        try:
            self._server.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()

    def _answer(self) -> Json:
        self._control.settimeout(START_SECONDS)
        text = self._control.recv(4096)
        if not text:
            raise WorkerError("the fork server has ended")
        return json.loads(text)


@dataclass
class Forked:
    """A process forked by the server."""

    server: Forking
    channel: socket.socket
    pid: int

    def end(self) -> int:
        """Kill it with all it started; return -signal or its exit code."""
        self.channel.close()
        return self.server.end(self.pid)


class Spawning:
    """Starts an interpreter for each process: slower, and possible everywhere."""

    def start(self, settings: Json) -> Started:
        """Start an interpreter."""
        ours, theirs = socket.socketpair()
        with theirs:
            if sys.platform == "win32":
                process = _popen(_command("single", "shared"), stdin=subprocess.PIPE)
                assert process.stdin is not None
                process.stdin.write(theirs.share(process.pid))
                process.stdin.close()
            else:
                number = theirs.fileno()
                process = _popen(
                    _command("single", str(number)),
                    stdin=subprocess.DEVNULL,
                    pass_fds=(number,),
                    start_new_session=True,
                )
        send_frame(ours, settings)
        return Spawned(ours, process)

    def close(self) -> None:
        """Do nothing: every process is ended by itself."""


@dataclass
class Spawned:
    """A process started by itself."""

    channel: socket.socket
    process: subprocess.Popen[bytes]

    def end(self) -> int:
        """Kill it with all of its group; return -signal or its exit code."""
        self.channel.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0)
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        return self.process.wait()


@dataclass(frozen=True)
class Loaded:
    """What became of loading a learner's file: an outcome, and what the file defines."""

    outcome: Outcome
    is_defined: bool = False
    is_callable: bool = False
    names: tuple[str, ...] = ()
    line: int | None = None


class LearnerProcess:
    """One submission's process; a fresh one takes its place after it crashed, hung or was spoiled.

    `files` maps module names to the name shown in messages and the bytes of the file.
    """

    def __init__(self, starter: Starter, files: Mapping[str, tuple[str, bytes]]) -> None:
        self._starter = starter
        self._files = files
        self._started: Started | None = None
        self._folder: str | None = None
        self._memory_mib = 0
        self._load_request: Json = None
        self._printed: list[str] = []
        self.is_clean = True

    def __enter__(self) -> LearnerProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> int:
        """End the process and remove its folder; return how it had ended."""
        status = 0
        if self._started:
            status = self._started.end()
            self._started = None
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
        return status

    def take_printed(self) -> str:
        """Return what was printed since the last time, at most 4000 characters."""
        text, self._printed = "".join(self._printed)[:MAX_STDOUT], []
        return text

    def load(self, module: str, function: str, limits: Limits, seconds: float) -> Loaded:
        """Execute the learner's file within `seconds`, in a fresh process if this one is spoiled."""
        if self._started and not (self.is_clean and limits.memory_mib == self._memory_mib):
            self.close()
        self._load_request = {
            "op": "load",
            "module": module,
            "function": function,
            "limits": {"output_characters": limits.output_characters, "result_bytes": MAX_RESULT_BYTES},
        }
        self._memory_mib = limits.memory_mib
        return self._load(seconds)

    def run(self, calls: Sequence[Call], limits: Limits, seconds: float) -> list[Outcomes]:
        """Make calls, all within `seconds`; after one that ends the process, the rest is not made."""
        deadline = time.monotonic() + seconds
        results: list[Outcomes] = []
        for start in range(0, len(calls), CALLS_PER_MESSAGE):
            if self._started is None:
                loaded = self._load(deadline - time.monotonic())
                if loaded.outcome.happened is not Happened.RETURNED:
                    return [*results, (loaded.outcome,)]
            part = self._run(calls[start : start + CALLS_PER_MESSAGE], limits, deadline)
            results += part
            if self._started is None:
                break
        return results

    def _start(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="learn-")
        settings = {
            "folder": self._folder,
            "limits": {"memory_bytes": self._memory_mib << 20, "file_bytes": FILE_BYTES, "cpu_seconds": CPU_SECONDS},
        }
        self._started = self._starter.start(settings)
        self.is_clean = True
        listed, blob = [], b""
        for name, (shown, source) in self._files.items():
            listed.append([name, shown, len(blob), len(source)])
            blob += source
        try:
            self._send({"op": "start", "files": listed}, blob)
            self._receive(time.monotonic() + START_SECONDS)
        except (OSError, EOFError, WireError) as error:
            self.close()
            raise WorkerError("a learner's process could not be started") from error

    def _load(self, seconds: float) -> Loaded:
        deadline = time.monotonic() + seconds
        if self._started is None:
            self._start()
        try:
            self._send(self._load_request)
            while True:
                header, _ = self._receive(deadline)
                if header.get("op") == "loaded":
                    return _read_loaded(header)
                self._note_printed(header)
        except TimeoutError:
            self.close()
            return Loaded(Outcome(happened=Happened.TIMED_OUT, detail=seconds_text(seconds)))
        except (OSError, EOFError, WireError) as error:
            return Loaded(self._crashed(error))

    def _run(self, calls: Sequence[Call], limits: Limits, deadline: float) -> list[Outcomes]:
        batch = Batch(calls)
        results: list[list[Outcome]] = [[]]
        try:
            self._send({"op": "run", "calls": batch.calls}, batch.blob)
            call_deadline = min(deadline, time.monotonic() + limits.call_seconds)
            while True:
                header, blob = self._receive(call_deadline)
                match header.get("op"):
                    case "step":
                        results[-1].append(self._with_limit(batch.outcome(header, blob), limits))
                    case "called" if results[-1]:
                        results.append([])
                        call_deadline = min(deadline, time.monotonic() + limits.call_seconds)
                    case "done" if len(results) == len(calls) + 1:
                        self.is_clean = header.get("is_clean") is True
                        results.pop()
                        break
                    case "ask":
                        self._send(*batch.answer(header, blob))
                    case _:
                        self._note_printed(header)
                if len(results) > len(calls) + 1:
                    raise WireError("more outcomes than calls")
        except TimeoutError:
            spent = (
                "the time for the whole exercise" if call_deadline == deadline else seconds_text(limits.call_seconds)
            )
            self.close()
            results[-1].append(Outcome(happened=Happened.TIMED_OUT, detail=spent))
        except TooManyQuestionsError:
            self.close()
            results[-1].append(Outcome(happened=Happened.TIMED_OUT, detail="100,000 calls of its arguments"))
        except (OSError, EOFError, WireError) as error:
            results[-1].append(self._crashed(error))
        return [tuple(outcomes) for outcomes in results]

    def _with_limit(self, outcome: Outcome, limits: Limits) -> Outcome:
        """Say in numbers which limit was met."""
        details = {
            Happened.OUT_OF_MEMORY: f"{limits.memory_mib} MiB",
            Happened.PRINTED_TOO_MUCH: f"{limits.output_characters:,}",
        }
        detail = details.get(outcome.happened, outcome.detail)
        return Outcome(
            happened=outcome.happened,
            value=outcome.value,
            raised=outcome.raised,
            changed=outcome.changed,
            asked=outcome.asked,
            detail=detail,
        )

    def _crashed(self, error: BaseException) -> Outcome:
        """End the process, and say how its end had come."""
        status = self.close()
        if isinstance(error, WireError):
            detail = "what it sent back cannot be read"
        elif status < 0:
            with contextlib.suppress(ValueError):
                return Outcome(happened=Happened.CRASHED, detail=f"killed by {signal.Signals(-status).name}")
            detail = f"killed by signal {-status}"
        else:
            detail = f"exit code {status}"
        return Outcome(happened=Happened.CRASHED, detail=detail)

    def _note_printed(self, header: Json) -> None:
        text = header.get("text")
        if header.get("op") != "printed" or not isinstance(text, str):
            raise WireError("a message of unknown kind")
        if sum(map(len, self._printed)) < MAX_STDOUT:
            self._printed.append(text[:MAX_STDOUT])

    def _send(self, header: Json, blob: bytes = b"") -> None:
        assert self._started is not None
        self._started.channel.settimeout(START_SECONDS)
        send_frame(self._started.channel, header, blob)

    def _receive(self, deadline: float) -> tuple[Json, bytes]:
        """Read one message before the deadline.

        Raises:
            TimeoutError: it did not come in time.
            EOFError: the process has ended.
        """
        assert self._started is not None
        channel = self._started.channel

        def receive(count: int) -> bytes:
            parts = []
            while count:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                channel.settimeout(left)
                part = channel.recv(min(count, 1 << 20))
                if not part:
                    raise EOFError
                parts.append(part)
                count -= len(part)
            return b"".join(parts)

        header, blob = receive_frame(receive)
        if not isinstance(header, dict):
            raise WireError("a message that is not an object")
        return header, blob


def _read_loaded(header: Json) -> Loaded:
    happened = HAPPENED.get(header.get("did"))
    names = header.get("names", [])
    if happened is None or not isinstance(names, list):
        raise WireError("a malformed answer to loading")
    raised: Raised | None = read_raised(header.get("error")) if happened is Happened.RAISED else None
    return Loaded(
        Outcome(happened=happened, raised=raised),
        is_defined=header.get("is_defined") is True,
        is_callable=header.get("callable") is True,
        names=tuple(str(name)[:60] for name in names[:20]),
        line=header["line"] if type(header.get("line")) is int else None,
    )


def seconds_text(seconds: float) -> str:
    """Write a number of seconds for a person."""
    return f"{seconds:.3g} s"
