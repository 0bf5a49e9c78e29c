"""Write texts for many clients at once: those with the fewest tokens first; who goes away makes room."""

import asyncio
import heapq
import itertools
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


class Turns:
    """Lets a few threads compute at once, those first whose texts have the fewest tokens, so that a short text is not late."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._waiting: list[tuple[int, int, threading.Event]] = []
        self._numbers = itertools.count()
        self._lock = threading.Lock()

    def take(self, tokens: int) -> None:
        """Wait for a turn; `tokens` have been written."""
        turn = threading.Event()
        with self._lock:
            if self._free:
                self._free -= 1
                return
            heapq.heappush(self._waiting, (tokens, next(self._numbers), turn))
        turn.wait()

    def give(self) -> None:
        """End the turn."""
        with self._lock:
            if self._waiting:
                heapq.heappop(self._waiting)[2].set()
            else:
                self._free += 1

    def is_wanted(self, tokens: int) -> bool:
        """Return whether a text with fewer tokens waits."""
        with self._lock:
            return bool(self._waiting) and self._waiting[0][0] < tokens


class WritingJobs:
    """Texts that are being written, and those that wait.

    Args:
        write: writes one text; called in several threads at once.
        threads: how many threads compute at once.
        waiting: how many more texts may wait; one more is refused.
        seconds: how long one text may take, without the time in which it waits for its turn.
        begun: how many texts may be begun at once, each with the memory that it needs; as many as threads by default.
    """

    def __init__(self, write: Write, *, threads: int, waiting: int, seconds: float, begun: int | None = None) -> None:
        self._write = write
        self._pool = ThreadPoolExecutor(begun or threads, thread_name_prefix="writing")
        self._turns = Turns(threads)
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
                return await asyncio.get_running_loop().run_in_executor(self._pool, self._in_turn, work)
        except TimeoutError:
            raise self._too_long() from None
        finally:
            self.count -= 1

    def _in_turn(self, work: Callable[[], Result]) -> Result:
        self._turns.take(0)
        try:
            return work()
        finally:
            self._turns.give()

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
        deadline, tokens = float("inf"), 0

        def emit(event: Event) -> None:
            nonlocal deadline, tokens
            if is_over.is_set() or time.monotonic() > deadline:
                raise GoneError
            loop.call_soon_threadsafe(events.put_nowait, event)
            tokens += 1
            if self._turns.is_wanted(tokens):
                began = time.monotonic()
                self._turns.give()
                self._turns.take(tokens)
                deadline += time.monotonic() - began

        def written() -> None:
            nonlocal deadline
            if not is_over.is_set():
                deadline = time.monotonic() + self._seconds
                self._write(request, emit)

        def work() -> None:
            try:
                self._in_turn(written)
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

    def used(self) -> float:
        """Return how many seconds of processors all its threads have used."""
        return self._process.used()

    def end(self) -> int:
        """End the process; return its exit code or -signal."""
        with self._lock:
            return self._process.end()
