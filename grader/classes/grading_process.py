"""A process in which submissions are graded one after another, and the watchdog that ends it when one takes too long.

Whatever is done with a learner's files and replies is done there, within limits of memory and time. This process only
reads its replies: a submission that breaks its process costs nothing but its own result.
"""

import contextlib
import errno
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError
from pathlib import Path

import grader
from grader.classes.job import Job, Reply
from grader.core.errors import ClassError
from grader.core.shapes import Json

START_SECONDS = 120.0
"""How long a process may take to load the course and to try out its confinement: no learner's code runs meanwhile."""
WALL_FACTOR = 20
"""How many times its limit of processor time a submission may take by the clock: a process that sleeps uses no processor."""
POLL_SECONDS = 1.0
ANSWERED = 0.0
PASSING = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)
"""Shortages that may be over when another submission has been graded."""
BOOT = "import sys; sys.path.append(sys.argv[1]); from grader.classes.serve_grader import serve; serve(sys.argv[2])"


THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""One thread each: numpy loads twice as fast, and threads made later would not fit the limit of memory."""


class EndedError(Exception):
    """The process ended before it replied; the message says how."""


class StartError(ClassError):
    """No process can be started at the moment, for lack of processes, threads or memory on this machine."""


class GradingProcess:
    """A process that grades for one job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._seconds = START_SECONDS
        self.is_closed = False
        """Whether it can grade no other submission."""
        try:
            # A killed process leaves temporary files behind. These are in a folder that goes with it.
            folder = tempfile.TemporaryDirectory(prefix="learn-class-", ignore_cleanup_errors=True)
            os.chmod(folder.name, 0o711)  # run by root, learners' processes are `nobody`, and theirs are in there
            self._process = _start(folder.name)
            self._times: queue.SimpleQueue[float] = queue.SimpleQueue()
            self._is_late = threading.Event()
            watch = threading.Thread(target=self._watch, args=(self._process, self._times, self._is_late), daemon=True)
            watch.start()  # now, and not for each submission: another learner's code may use up all threads
        except (OSError, RuntimeError) as error:  # RuntimeError is a thread's
            kind = StartError if getattr(error, "errno", errno.EAGAIN) in PASSING else ClassError
            raise kind(f"no process can be started to grade in: {error}") from error
        # Threads end without calling `close`; the finalizer then runs when nothing refers to this object any more.
        self._end = weakref.finalize(self, _end, self._process, folder)

    def close(self) -> None:
        """End the process at once, with all that it has started."""
        self.is_closed = True
        for _ in range(2):  # an answer, if it waits for one, and the end
            self._times.put(ANSWERED)
        self._end()

    @staticmethod
    def _watch(process: subprocess.Popen[bytes], times: queue.SimpleQueue[float], is_late: threading.Event) -> None:
        """Kill the process when an answer takes longer than announced; runs in a thread until that or the end."""
        # A thread: a read from a pipe has no timeout on Windows, and a kill ends it everywhere.
        while seconds := times.get():
            used, until = _processor_seconds(process), time.monotonic() + WALL_FACTOR * seconds
            while True:
                with contextlib.suppress(queue.Empty):
                    times.get(timeout=min(POLL_SECONDS, seconds))
                    break
                if _processor_seconds(process) - used > seconds or time.monotonic() > until:
                    is_late.set()
                    process.kill()
                    return

    def open(self) -> None:
        """Have the process prepare for its job.

        Raises:
            ClassError: It cannot be done; the message says why.
        """
        try:
            reply = self._ask({"job": self.job._asdict()}, START_SECONDS)
        except (EndedError, TimeoutError) as error:
            raise StartError(f"the process to grade in could not be started: {error}") from error
        if "stop" in reply:
            self.close()
            raise (StartError if reply["may_pass"] else ClassError)(reply["stop"])
        self._seconds = reply["seconds"]

    def grade(self, request: Mapping[str, Json]) -> Reply:
        """Have a submission graded; return the reply. After an exception the process is closed.

        Raises:
            TimeoutError: It took more processor time than all exercises together may; the message says how much.
            EndedError: The process ended.
        """
        reply = self._ask(request, self._seconds)
        if reply.pop("is_last", False):
            self.close()
        return reply

    def _ask(self, request: Mapping[str, Json], seconds: float) -> Reply:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        self._times.put(seconds)
        line = b""
        try:
            with contextlib.suppress(BrokenPipeError):  # the end that follows says more
                stdin.write(json.dumps(request).encode() + b"\n")
                stdin.flush()
            line = stdout.readline()
        except ValueError:  # closed meanwhile, by another thread
            pass
        finally:
            self._times.put(ANSWERED)
        if line.endswith(b"\n"):
            reply: Reply = json.loads(line)
            return reply
        if self.is_closed:
            raise CancelledError
        self.close()
        if self._is_late.is_set():
            raise TimeoutError(f"more than {seconds:.0f} s of processor time in all")
        raise EndedError(_how(self._process.returncode))


def _processor_seconds(process: subprocess.Popen[bytes]) -> float:
    """Return the processor time of a process, without that of its children; elsewhere than on Linux, the wall time."""
    if sys.platform != "linux":
        return time.monotonic()
    try:
        return time.clock_gettime(~process.pid << 3 | 2)  # its clock, as clock_getcpuclockid(3) makes it
    except OSError:  # it has ended
        return 0.0


def _start(folder: str) -> subprocess.Popen[bytes]:
    root = str(Path(grader.__file__).resolve().parents[1])
    # -P: from the current folder, where submissions may lie, nothing is imported.
    option = "-I" if sys.flags.isolated else "-P"
    command = [sys.executable, option, "-c", BOOT, root, folder]
    with _interrupts_blocked():
        environment = {**os.environ, **dict.fromkeys(THREADS, "1")}
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C for a process that starts: a terminal sends it to the whole group, and this process handles it."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _end(process: subprocess.Popen[bytes], folder: tempfile.TemporaryDirectory[str]) -> None:
    """Kill a grading process; the fork server of learners' processes sees its channel closed, kills them and ends."""
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):  # what was not written yet
            stream.close()  # type: ignore[union-attr]  # both are pipes, see _start
    folder.cleanup()


def _how(status: int) -> str:
    """Say how a process ended."""
    if status >= 0:
        return f"exit code {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"
