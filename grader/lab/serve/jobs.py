"""Write texts for many clients at once: a few in threads, the others waiting; who goes away makes room."""

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from grader.lab.generate.events import Event
from grader.lab.serve.request import ApiError
from grader.sandbox.launcher import LaunchedProcess, Launcher

Result = TypeVar("Result")
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

    async def call(self, work: Callable[[], Result]) -> Result:
        """Return what a function returns in one of the threads; it counts as a text, and has its time.

        Raises:
            ApiError: too many wait already, or the function takes too long.
            Exception: what it raised.
        """
        self._check_room()
        self.count += 1
        try:
            async with asyncio.timeout(self._seconds):
                return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        except TimeoutError:
            raise self._too_long() from None
        finally:
            self.count -= 1

    def _check_room(self) -> None:
        if self.count >= self._most:
            raise ApiError("too many requests wait here; try again in a few seconds", status=429, code="busy")

    def _too_long(self) -> ApiError:
        return ApiError(f"the text took longer than {self._seconds:g} s", status=503, code="timeout")

    async def events(self, request: Any) -> AsyncGenerator[Event]:
        """Yield the events of a text; closing the iterator ends the text.

        Raises:
            ApiError: too many wait already, or the text takes too long.
            Exception: what writing raised.
        """
        self._check_room()
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
                    raise self._too_long() from None
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
