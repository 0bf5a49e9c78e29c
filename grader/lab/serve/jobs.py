"""Write texts for many clients at once: a few in threads, the others waiting; who goes away makes room."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from grader.lab.serve.request import ApiError
from grader.sandbox.launcher import LaunchedProcess, Launcher

Event = dict[str, Any]
Emit = Callable[[Event], None]
Write = Callable[[Any, Emit], None]
"""Writes what a request for the generator asks for; calls the function with each event, which may raise `GoneError`."""


class GoneError(BaseException):
    """Ends a text that nobody waits for any more. Not an Exception, so that nothing in between takes it for a failure."""


class WritingJobs:
    """Texts that are being written, and those that wait for a thread.

    Args:
        write: writes one text; called in several threads at once.
        threads: how many texts are written at once.
        waiting: how many more may wait; one more is refused.
        seconds: how long one text may take, once it is being written.
    """

    def __init__(self, write: Write, *, threads: int, waiting: int, seconds: float) -> None:
        self._write = write
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="writing")
        self._most = threads + waiting
        self._seconds = seconds
        self.count = 0
        """Texts that are being written or wait."""

    def close(self) -> None:
        """End when all texts have ended."""
        self._pool.shutdown(cancel_futures=True)

    async def events(self, request: Any) -> AsyncGenerator[Event]:
        """Yield the events of a text; closing the iterator ends the text.

        Raises:
            ApiError: too many wait already, or the text takes too long.
            Exception: what writing raised.
        """
        if self.count >= self._most:
            raise ApiError("too many requests wait here; try again in a few seconds", status=429, code="busy")
        loop = asyncio.get_running_loop()
        events: asyncio.Queue[Event | None] = asyncio.Queue()
        is_over = threading.Event()
        deadline = float("inf")

        def emit(event: Event) -> None:
            if is_over.is_set() or time.monotonic() > deadline:
                raise GoneError
            loop.call_soon_threadsafe(events.put_nowait, event)

        def work() -> None:
            nonlocal deadline
            try:
                if not is_over.is_set():
                    deadline = time.monotonic() + self._seconds
                    self._write(request, emit)
            except GoneError:
                if not is_over.is_set():
                    words = f"the text took longer than {self._seconds:g} s"
                    raise ApiError(words, status=503, code="timeout") from None
            finally:
                loop.call_soon_threadsafe(events.put_nowait, None)

        self.count += 1
        done = loop.run_in_executor(self._pool, work)
        try:
            while (event := await events.get()) is not None:
                yield event
            await done
        finally:
            is_over.set()
            self.count -= 1
            done.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # seen, though nobody waits


class SharedLauncher:
    """A launcher that starts and ends processes one after the other; they run at the same time."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher, self._lock = launcher, threading.Lock()
        self.layers, self.scratch = launcher.layers, launcher.scratch

    def start(self, settings: Any) -> LaunchedProcess:
        """Start a process."""
        with self._lock:
            return _SharedProcess(self._launcher.start(settings), self._lock)

    def close(self) -> None:
        """Do nothing: who opened the launcher closes it."""


class _SharedProcess:
    """A process whose end waits for its turn, too."""

    def __init__(self, process: LaunchedProcess, lock: threading.Lock) -> None:
        self._process, self._lock = process, lock
        self.channel = process.channel

    def interrupt(self) -> None:
        """Ask the process where it is."""
        with self._lock:
            self._process.interrupt()

    def waiting(self) -> float:
        """Return how long the process has waited for a processor."""
        return self._process.waiting()

    def end(self) -> int:
        """End the process; return its exit code or -signal."""
        with self._lock:
            return self._process.end()
