"""The processes of this machine that grade a class: a `ProcessPoolExecutor` that survives the death of its processes."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import ParamSpec, TypeVar

from grader.core.errors import ClassError

MOST_PROCESSES = 61 if sys.platform == "win32" else 1024
"""More than 61 processes cannot be waited for at once on Windows."""
SAFE_PATH = "PYTHONSAFEPATH"

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class GradingPool(Executor):
    """A process pool that replaces itself when one of its processes dies, and can be ended at once."""

    def __init__(self, count: int) -> None:
        self._count = min(count, MOST_PROCESSES)
        self._open()

    def _open(self) -> None:
        # spawn, not fork: a fork copies the locks of the pool's own threads in whatever state they are in, and with
        # them everything this process has in memory. Not forkserver: it listens on a socket that other processes of
        # this user can find; spawned ones share nothing but the pipes that they inherit.
        context = get_context("spawn")
        try:
            # Temporary files of a process that is killed would stay; these go with the folder.
            self._folder = tempfile.TemporaryDirectory(prefix="learn-class-", ignore_cleanup_errors=True)
            os.chmod(self._folder.name, 0o711)  # as root, learners' processes are another user's, with folders in there
            with _safe_start():
                # A reader of this pipe sees its end when `_lifeline` is closed, and as well when this process is killed.
                self._theirs, self._lifeline = context.Pipe(duplex=False)
                arguments = (self._theirs, self._folder.name)
                self._pool = ProcessPoolExecutor(self._count, context, _begin, arguments)
        except OSError as error:  # no semaphores, as where /dev/shm is missing, or too many open files
            raise ClassError(f"no processes can be started to grade in: {error.strerror or error}") from error

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Submit a task, to new processes if one of the old ones has died.

        The futures that were in flight then have a `BrokenProcessPool`: it is not known which of them ended the process.
        """
        with _safe_start():
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                self.shutdown(cancel_futures=True)
                self._open()
                return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002
        """End the processes, with `cancel_futures` in the middle of what they do."""
        if cancel_futures:
            self._lifeline.close()
        self._pool.shutdown(wait, cancel_futures=cancel_futures)
        self._lifeline.close()
        self._theirs.close()
        if wait:
            self._folder.cleanup()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown(cancel_futures=kind is not None)


@contextlib.contextmanager
def _safe_start() -> Iterator[None]:
    """Let the processes that are started meanwhile inherit what cannot be passed to them as an argument.

    - SIGINT blocked. Ctrl-C in a terminal goes to all processes of the group, and one that has not yet set its handlers
      would print a traceback.
    - No import from the current folder. multiprocessing starts `python -c`, which would import a `multiprocessing.py`
      that lies there, and people do grade from inside the folder of submissions.
    """
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


# --- in the processes of the pool -------------------------------------------------------------


def _begin(lifeline: Connection, folder: str) -> None:
    """Prepare a process of the pool: it ends when the pool does, and leaves its temporary files where they go with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this process
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    tempfile.tempdir = folder
    threading.Thread(target=_watch, args=(lifeline, folder), daemon=True, name="lifeline").start()


def _watch(lifeline: Connection, folder: str) -> None:
    """End this process at once when the pool ends or its owner dies, which the pool's own pipes do not show.

    Learners' processes end with it: their server's channel is closed by the system.
    """
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv_bytes()
    shutil.rmtree(folder, ignore_errors=True)  # if the owner was killed, nobody else does
    os._exit(1)
