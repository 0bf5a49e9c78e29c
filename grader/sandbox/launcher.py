"""Start and end learners' processes. Imports no numpy, so that the fork server can start before anything else loads."""

import contextlib
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Protocol

from grader.core.errors import LaunchError
from grader.sandbox.confinement import UNCONFINED, Confinement, ConfinementMode, child_folder, numpy_file, prepare

START_SECONDS = 30.0
ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "LC_ALL": "C.UTF-8",
}

Settings = dict[str, Any]
"""The folder and the limits of a learner's process, as JSON."""


class LaunchedProcess(Protocol):
    """One learner's process that has been started."""

    channel: socket.socket

    def interrupt(self) -> None:
        """Have it say on its channel which line of the learner's file it is at, where there are signals for that."""

    def waiting(self) -> float:
        """Return how many seconds it has waited for a processor in all; 0 where that is not known."""

    def used(self) -> float:
        """Return how many seconds of processors all its threads have used; 0 where that is not known."""

    def end(self) -> int:
        """Kill it with all it started; return -signal or its exit code."""


class StartedProcess:
    """A process, with what interrupts it and what kills it."""

    def __init__(
        self,
        channel: socket.socket,
        pid: int,
        interrupt: Callable[[], None],
        kill: Callable[[], int],
        statistics: Sequence[int] = (),
    ) -> None:
        self.channel, self.pid, self.interrupt, self._kill = channel, pid, interrupt, kill
        self._statistics = statistics
        """The descriptors of its `/proc/PID/schedstat` and `/proc/PID/stat`; none where there are no such files."""

    def waiting(self) -> float:
        """Return how many seconds it has waited for a processor in all; 0 where that is not known."""
        return sum(map(waiting_of, self._statistics[:1]))

    def used(self) -> float:
        """Return how many seconds of processors all its threads have used; 0 where that is not known."""
        try:
            # After the name in parentheses, which may hold anything, stand the state and ten more fields.
            fields = [os.pread(stat, 1000, 0).rpartition(b")")[2].split() for stat in self._statistics[1:]]
            return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError, ValueError):  # it has ended
            return 0.0

    def end(self) -> int:
        """Kill it with all it started; return -signal or its exit code."""
        self.channel.close()
        while self._statistics:
            first, *self._statistics = self._statistics
            os.close(first)
        return self._kill()


def waiting_of(schedstat: int) -> float:
    """Return how many seconds a process has waited for a processor; `schedstat` is the descriptor of its file."""
    try:
        return int(os.pread(schedstat, 100, 0).split()[1]) / 1e9
    except (OSError, IndexError, ValueError):  # it has ended
        return 0.0


class Launcher(Protocol):
    """A way to start learners' processes.

    `layers` names what confines them, `scratch` the folder to make theirs in, None for the system's.
    """

    layers: tuple[str, ...]
    scratch: str | None

    def start(self, settings: Settings) -> LaunchedProcess:
        """Start a process that serves on the channel returned."""

    def close(self) -> None:
        """End every process started."""


def launcher(
    mode: ConfinementMode = ConfinementMode.AUTO,
    *,
    is_quick: bool = False,
    readable: Sequence[str] = (),
) -> Launcher:
    """Return the launcher of this platform, with the layers of confinement that are wanted and available.

    `examine.open_launcher` also tries out whether they hold. With `is_quick`, processes are forked from this one,
    before it loads any exercise, and numpy is not loaded twice. They inherit its memory then, with its environment,
    so grades of record are made without it. `readable` are folders and files that they
    may read beside Python and numpy, to run a course's whole system.
    """
    if readable:
        # Imported here: it loads numpy. Before the fork, after which a process cannot import it any more.
        from grader.child.session import system

        system()
    if sys.platform == "linux":
        confinement = prepare(mode, may_wrap=not is_quick, readable=readable)
        return ForkServerLauncher(confinement, is_quick=is_quick)
    return SubprocessLauncher()


def _command(mode: str, descriptor: str) -> list[str]:
    """Return the command of a clean interpreter that can import the standard library and numpy only."""
    python = sys.executable
    if sys.platform == "win32":  # there a venv's python.exe starts the real one, and only that may open our channel
        python = getattr(sys, "_base_executable", python)
    options = ["-P", "-s", "-S", "-B", "-X", "utf8"]
    return [python, *options, os.path.join(child_folder(), "boot.py"), mode, descriptor, numpy_file()]


def _popen(command: list[str], **more: object) -> subprocess.Popen[bytes]:
    """Start an interpreter with a clean environment and without our terminal."""
    errors = None if os.environ.get("LEARN_DEBUG") else subprocess.DEVNULL
    environment = dict(ENVIRONMENT)
    if "SYSTEMROOT" in os.environ:  # without it Windows starts no interpreter
        environment["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": errors}
    try:
        return subprocess.Popen(command, env=environment, **(streams | more))  # type: ignore[call-overload,no-any-return]  # options that mypy cannot see
    except OSError as error:
        raise LaunchError(f"{command[0]} cannot be started: {error.strerror or error}") from error


def _start_server(channel: socket.socket, confinement: Confinement | None, scratch: str) -> Callable[[], object]:
    """Start the fork server in a clean interpreter; return what waits for its end."""
    number = channel.fileno()
    command = _command("serve", str(number))
    if confinement:
        command = confinement.wrap(command, scratch)
    return _popen(command, pass_fds=(number,), cwd="/").wait


def _fork_server(channel: socket.socket) -> Callable[[], object]:
    """Fork the fork server from this process; return what waits for its end."""
    # Imported here: it loads numpy, which this process needs only if the server is its fork.
    from grader.child import fork_server

    sys.stdout.flush()  # what is buffered would be written twice
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        try:
            fork_server.serve_forked(channel.fileno(), numpy_file())
        finally:
            os._exit(0)
    return cache(partial(os.waitpid, pid, 0))  # only one wait finds it; an end may follow a start that failed


class ForkServerLauncher:
    """Forks each process from a server that has numpy loaded. Not for use by several threads at once."""

    def __init__(self, confinement: Confinement | None = None, *, is_quick: bool = False) -> None:
        self.layers = confinement.layers if confinement else UNCONFINED
        self._own_scratch = tempfile.mkdtemp(prefix="learn-")
        os.chmod(self._own_scratch, 0o755)
        self.scratch: str | None = self._own_scratch
        self._confinement = confinement
        try:
            self._begin(is_quick=is_quick)
        except BaseException:
            shutil.rmtree(self._own_scratch, ignore_errors=True)
            raise

    def _begin(self, *, is_quick: bool) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)  # messages stay apart
        with theirs:
            self._wait = (
                _fork_server(theirs) if is_quick else _start_server(theirs, self._confinement, self._own_scratch)
            )
        if self._confinement:
            settings, descriptors = self._confinement.request()
            try:
                socket.send_fds(
                    self._control, [json.dumps({"op": "confine", "settings": settings}).encode()], descriptors
                )
            except OSError as error:
                raise LaunchError("the fork server has ended") from error
            finally:
                for descriptor in descriptors:
                    os.close(descriptor)

    def start(self, settings: Settings) -> LaunchedProcess:
        """Fork a process; start a new server first if a learner's process has killed the last one."""
        try:
            return self._fork(settings)
        except (OSError, LaunchError):
            self._end_server()
            self._begin(is_quick=False)  # not forked from this process, which has loaded the exercises by now
            return self._fork(settings)

    def _fork(self, settings: Settings) -> LaunchedProcess:
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                socket.send_fds(self._control, [json.dumps({"op": "fork", **settings}).encode()], [theirs.fileno()])
            answer, statistics = self._answer()
            pid = int(answer["pid"])
            return StartedProcess(ours, pid, partial(self._interrupt, pid), partial(self._end, pid), statistics)
        except OSError as error:
            ours.close()
            raise LaunchError("the fork server has ended") from error

    def _interrupt(self, pid: int) -> None:
        self._control.sendall(json.dumps({"op": "interrupt", "pid": pid}).encode())

    def _end(self, pid: int) -> int:
        """Kill a forked process and its group; return -signal or its exit code."""
        with contextlib.suppress(OSError, LaunchError):
            self._control.sendall(json.dumps({"op": "end", "pid": pid}).encode())
            return int(self._answer()[0]["status"])
        self._control.close()  # the server is gone, or so slow that its answer would be taken for that of the next start
        if not (self._confinement and self._confinement.is_boxed):  # elsewhere the number may be that of any process
            with contextlib.suppress(ProcessLookupError, PermissionError):  # it may be an orphan of the server's
                os.killpg(pid, signal.SIGKILL)
        return -signal.SIGKILL

    def close(self) -> None:
        """End the server, which ends every process that it forked."""
        self._end_server()
        shutil.rmtree(self._own_scratch, ignore_errors=True)

    def _end_server(self) -> None:
        self._control.close()
        self._wait()

    def _answer(self) -> tuple[Any, Sequence[int]]:
        """Return the server's answer, and the descriptors that came with it."""
        self._control.settimeout(START_SECONDS)
        text, descriptors, _, _ = socket.recv_fds(self._control, 4096, 2)
        if not text:
            raise LaunchError("the fork server has ended")
        return json.loads(text), descriptors


class SubprocessLauncher:
    """Starts an interpreter for each process: slower, and possible everywhere."""

    layers: tuple[str, ...] = UNCONFINED
    scratch: str | None = None

    def start(self, settings: Settings) -> LaunchedProcess:
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                process = self._interpreter(theirs)
        except LaunchError:
            ours.close()
            raise
        text = json.dumps(settings).encode()
        ours.sendall(struct.pack(">II", len(text), 0) + text)  # a frame, as in child/frames.py
        return StartedProcess(ours, process.pid, partial(_interrupt, process), partial(_end, process))

    def _interpreter(self, theirs: socket.socket) -> subprocess.Popen[bytes]:
        if sys.platform == "win32":
            process = _popen(_command("single", "shared"), stdin=subprocess.PIPE)
            assert process.stdin is not None
            process.stdin.write(theirs.share(process.pid))
            process.stdin.close()
            return process
        number = theirs.fileno()
        return _popen(_command("single", str(number)), pass_fds=(number,), start_new_session=True)

    def close(self) -> None:
        """Do nothing: each process is ended on its own."""


def _interrupt(process: subprocess.Popen[bytes]) -> None:
    if hasattr(signal, "SIGUSR1"):
        process.send_signal(signal.SIGUSR1)


def _end(process: subprocess.Popen[bytes]) -> int:
    """Kill an interpreter and its group; return -signal or its exit code."""
    process.poll()  # first: if it already exited, keep its own exit code, not our SIGKILL
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    return process.wait()
