"""The fork server: numpy is loaded once, then each learner's process is a fork of this one."""

import contextlib
import ctypes
import gc
import json
import os
import signal
import socket
import warnings

from . import confine
from .codec import Json
from .connection import Connection
from .imports import forget_installed
from .session import ASKS_FOR_LINE, enter, fingerprint

MAX_DESCRIPTORS = 2
"""Of Landlock's rulesets; one, of a process's channel."""


def close_other_descriptors(*keep: int) -> None:
    """Close every inherited descriptor but the standard ones and those given."""
    start = 3
    for number in sorted(keep):
        os.closerange(start, number)
        start = number + 1
    os.closerange(start, 4096)


class ForkServer:
    """Forks a learner's process for each request, and ends them on request or when its own end comes."""

    def __init__(self, control: socket.socket) -> None:
        self.control = control
        self.running: set[int] = set()
        self.clean_state: list[object] = []
        self.walls: confine.Walls | None = None
        """Confinement of each process, if there is any."""

    def serve(self) -> None:
        """Answer `confine`, `fork`, `interrupt` and `end` until the trusted process closes the control channel."""
        adopt_orphans()
        self.clean_state = fingerprint()  # taken here: after a fork it would cost each process 12 ms
        gc.set_threshold(10_000)
        gc.freeze()  # else the first collection in each fork would copy the pages of all objects
        gc.enable()  # `learn watch` is forked with it off, and a right function must fit into memory everywhere
        try:
            while True:
                text, descriptors, _, _ = socket.recv_fds(self.control, 1 << 16, MAX_DESCRIPTORS)
                if not text:
                    return
                request = json.loads(text)
                if request["op"] == "fork":
                    self._fork(request, descriptors[0])
                elif request["op"] == "confine":
                    self.walls = confine.confine_server(request["settings"], descriptors)
                elif request["op"] == "interrupt":
                    self._interrupt(request["pid"])
                else:
                    self._end(request["pid"])
        finally:
            for pid in list(self.running):
                self._kill(pid)
            end_strays(self.running)

    def _fork(self, settings: Json, descriptor: int) -> None:
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                ruleset = self.walls.ruleset if self.walls else None
                close_other_descriptors(descriptor, *(() if ruleset is None else (ruleset,)))
                self.control = None  # type: ignore[assignment]  # the learner must not find it
                enter(Connection(socket.socket(fileno=descriptor)), settings, self.clean_state, self.walls)
                code = 0
            finally:
                os._exit(code)
        os.close(descriptor)
        self.running.add(pid)
        # Opened here: in a box, the trusted process knows another number of the process.
        with contextlib.ExitStack() as opened:
            statistics: list[int] = []
            with contextlib.suppress(OSError):
                for name in ("schedstat", "stat"):
                    statistics.append(opened.enter_context(open(f"/proc/{pid}/{name}", "rb")).fileno())
            socket.send_fds(self.control, [json.dumps({"pid": pid}).encode()], statistics)

    def _interrupt(self, pid: int) -> None:
        """Have a learner's process say which line it is at."""
        if pid in self.running and ASKS_FOR_LINE is not None:
            with contextlib.suppress(OSError):
                os.kill(pid, ASKS_FOR_LINE)

    def _end(self, pid: int) -> None:
        status = self._kill(pid)
        end_strays(self.running)
        self.control.sendall(json.dumps({"status": status}).encode())

    def _kill(self, pid: int) -> int:
        """Kill a learner's process with its whole group; return -signal or its exit code."""
        self.running.discard(pid)
        try:
            # Poll first: if it already exited, keep its own exit code, not our SIGKILL.
            done, status = os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            return 0
        for kill in (os.killpg, os.kill):  # both: it may have been killed before it had a group of its own
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(pid, signal.SIGKILL)
        if not done:
            _, status = os.waitpid(pid, 0)
        return os.waitstatus_to_exitcode(status)


def adopt_orphans() -> None:
    """Become the parent of processes that learners' processes leave behind (Linux), so that they can be killed."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER, see prctl(2)


def end_strays(expected: set[int]) -> None:
    """Kill every child of the fork server that is not a running learner's process."""
    for _ in range(100):  # a stray may fork while we kill; without confinement it could do so for ever
        try:
            with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
                strays = {int(pid) for pid in file.read().split()} - expected
        except OSError:
            return
        if not strays:
            return
        for pid in strays:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(OSError):
                os.waitpid(pid, 0)


def warn_as_at_first() -> None:
    """Set the warning filters of a clean interpreter, whatever options the command had."""
    warnings.resetwarnings()
    for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
        warnings.simplefilter("ignore", category)
    warnings.filterwarnings("default", category=DeprecationWarning, module="__main__")


def serve_forked(descriptor: int, numpy_file: str) -> None:
    """Turn a fork of the trusted process into a fork server: no open files, environment or imported modules of it."""
    close_other_descriptors(descriptor)
    quiet = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(quiet, number)
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, signal.SIG_DFL)
    os.setsid()  # a Ctrl-C in the terminal is for the trusted process, which ends this one
    os.environ.clear()
    warn_as_at_first()
    forget_installed(numpy_file)
    ForkServer(socket.socket(fileno=descriptor)).serve()
