"""A process of ours that answers requests, one line of JSON each, so that what breaks it breaks nothing else.

`Worker` is the parent's side: it starts the process, sends requests, limits the processor time of a reply, and ends it.
`Requests` is the process's own side. Either end takes the other's work with it: a parent that is killed, too.
"""

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import CancelledError
from pathlib import Path
from typing import IO

import grader
from grader.core.shapes import JsonObject

BOOT = (
    "import sys; sys.path.append(sys.argv[1]); from importlib import import_module; "
    "import_module(sys.argv[2]).serve(sys.argv[3])"
)
WALL_FACTOR = 20
"""How many times its limit of processor time a reply may take by the clock: a process that sleeps uses no processor."""
POLL_SECONDS = 1.0
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""One thread each: numpy loads twice as fast, and threads made later would not fit a limit of memory."""
ENDED: JsonObject = {"ended": True}
"""Comes after the last reply."""


class EndedError(Exception):
    """The process ended before it replied; the message says how."""


class Worker:
    """A process that runs `serve` of a module of ours."""

    def __init__(
        self, module: str, pass_on: Callable[[JsonObject], None] | None = None, *, is_quiet: bool = False
    ) -> None:
        """Start the process; with `pass_on`, a thread calls it with each reply, and `ask` is not for use.

        Raises:
            OSError: The process cannot be started.
            RuntimeError: The thread that reads its replies cannot be started.
        """
        self._replies: queue.SimpleQueue[JsonObject] = queue.SimpleQueue()
        # A killed process leaves temporary files behind. These are in a folder that goes with it.
        folder = tempfile.TemporaryDirectory(prefix="learn-worker-", ignore_cleanup_errors=True)
        os.chmod(folder.name, 0o711)  # run by root, learners' processes are `nobody`, and theirs are in there
        # -P: nothing is imported from the current folder, where submissions may lie.
        option = "-I" if sys.flags.isolated else "-P"
        root = str(Path(grader.__file__).resolve().parents[1])
        self._process = subprocess.Popen(
            [sys.executable, option, "-c", BOOT, root, module, folder.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if is_quiet else None,
            env={**os.environ, **dict.fromkeys(THREADS, "1"), "PYTHONUTF8": "1"},
            start_new_session=True,  # a Ctrl-C in the terminal is for this process, which ends that one
        )
        # Threads end without calling `close`; the finalizer then runs when nothing refers to this object any more.
        self.close = weakref.finalize(self, _end, self._process, folder)
        try:
            # Now, and not for each request: another learner's code may use up all threads.
            arguments = (self._process.stdout, pass_on or self._replies.put)
            threading.Thread(target=_read, args=arguments, daemon=True, name="replies").start()
        except RuntimeError:
            self.close()
            raise

    @property
    def is_closed(self) -> bool:
        """Return whether `close` was called, or a request has failed."""
        return not self.close.alive

    @property
    def has_ended(self) -> bool:
        """Return whether the process has ended."""
        return self._process.poll() is not None

    def send(self, request: JsonObject) -> None:
        """Send a request."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # it has ended, as its missing reply says, or was closed
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()

    def ask(self, request: JsonObject, seconds: float) -> JsonObject:
        """Send a request and return the reply; after an exception the worker is closed.

        Raises:
            TimeoutError: It took more processor time; the message says how much.
            EndedError: The process ended.
            CancelledError: Another thread has closed this worker.
        """
        self.send(request)
        used, until = processor_seconds(self._process), time.monotonic() + WALL_FACTOR * seconds
        while True:
            try:
                reply = self._replies.get(timeout=min(POLL_SECONDS, seconds))
                break
            except queue.Empty:
                if processor_seconds(self._process) - used > seconds or time.monotonic() > until:
                    self.close()
                    raise TimeoutError(f"more than {seconds:.0f} s of processor time in all") from None
        if reply is not ENDED:
            return reply
        if self.is_closed:
            raise CancelledError
        self.close()
        raise EndedError(_describe_end(self._process.returncode))


def processor_seconds(process: subprocess.Popen[bytes]) -> float:
    """Return the processor time of a process, without that of its children; elsewhere than on Linux, the wall time."""
    if sys.platform != "linux":
        return time.monotonic()
    try:
        return time.clock_gettime(~process.pid << 3 | 2)  # its clock, as clock_getcpuclockid(3) makes it
    except OSError:  # it has ended
        return 0.0


def _read(stdout: IO[bytes], pass_on: Callable[[JsonObject], None]) -> None:
    with stdout:
        for line in stdout:
            if line.endswith(b"\n"):  # else it has ended in the middle of a reply
                pass_on(json.loads(line))
    pass_on(ENDED)


def _end(process: subprocess.Popen[bytes], folder: tempfile.TemporaryDirectory[str]) -> None:
    """Kill a process; the fork server of learners' processes sees its channel closed, kills them and ends."""
    process.kill()
    process.wait()
    if process.stdin is not None:
        with contextlib.suppress(OSError):  # what was not written yet
            process.stdin.close()
    folder.cleanup()


def _describe_end(status: int) -> str:
    if status >= 0:
        return f"exit code {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"


# --- in the process -----------------------------------------------------------------------------


class Requests:
    """The requests to this process, and its replies."""

    def __init__(self, folder: str) -> None:
        """Take over standard input and output; `folder` is for temporary files."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C, and kills this process
        tempfile.tempdir = self._folder = folder
        self._replies = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # whatever prints by accident must not print into a reply
        self._queue: queue.SimpleQueue[JsonObject] = queue.SimpleQueue()

    def read_first(self) -> JsonObject:
        """Return the first request."""
        return self._decode(sys.stdin.buffer.readline())

    def listen(self, on_arrival: Callable[[], None] = lambda: None) -> None:
        """Read the others in a thread, which ends this process as soon as its parent has ended, even in mid-task.

        `on_arrival` is called there before a request can be taken. Call this after anything that forks this process.
        """
        threading.Thread(target=self._receive, args=(on_arrival,), daemon=True, name="requests").start()

    def _receive(self, on_arrival: Callable[[], None]) -> None:
        while True:
            request = self._decode(sys.stdin.buffer.readline())
            on_arrival()
            self._queue.put(request)

    def _decode(self, line: bytes) -> JsonObject:
        if not line.endswith(b"\n"):  # the parent has ended; if it was killed, nobody else removes the folder
            shutil.rmtree(self._folder, ignore_errors=True)
            os._exit(1)
        request: JsonObject = json.loads(line)
        return request

    def take(self) -> JsonObject:
        """Wait for a request and return it."""
        return self._queue.get()

    def has_next(self) -> bool:
        """Return whether a request waits."""
        return not self._queue.empty()

    def reply(self, message: JsonObject) -> None:
        """Send a reply."""
        self._replies.write(json.dumps(message).encode() + b"\n")
        self._replies.flush()
