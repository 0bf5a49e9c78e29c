"""Grade shards in processes of this machine, each driven by a thread. Nothing is exchanged but lines of JSON."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from grader.classes.grade_one import Item, Job, Line
from grader.core.errors import ClassError

ENDING_SECONDS = 10.0
TRIALS = 2


class EndedError(Exception):
    """A grading process has ended before its shard did."""


class FaultError(Exception):
    """A grading process has met a fault of ours, whose traceback it has printed."""


class GradingProcess:
    """One process that grades."""

    def __init__(self, job: Job) -> None:
        command = [sys.executable, "-P", "-m", "grader.classes.worker"]  # -P: nothing is imported from this folder
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", start_new_session=True
        )
        try:
            self._send(job._asdict())
            list(self._answers())
        except BaseException:
            self.close()
            raise

    def grade(self, items: Sequence[Item]) -> Iterator[Line]:
        """Grade submissions, and yield a line for each as soon as it is graded.

        Raises:
            ClassError: the class cannot be graded; the message says why.
            EndedError: the process has ended, for whatever reason.
            FaultError: there is a fault of ours.
        """
        self._send([item._asdict() for item in items])
        for answer in self._answers():
            yield Line(**answer)

    def _send(self, data: Any) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(data) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise EndedError from error

    def _answers(self) -> Iterator[dict[str, Any]]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            answer = json.loads(line)
            if not answer:
                return
            if "stop" in answer:
                raise ClassError(answer["stop"]) if answer["stop"] else FaultError
            yield answer
        raise EndedError

    def close(self) -> None:
        """End the process, in order if it can be had."""
        self._process.terminate()
        with contextlib.suppress(OSError):
            self._process.communicate(timeout=ENDING_SECONDS)
        self._process.kill()
        self._process.wait()


def grade_here(job: Job, shards: Sequence[Sequence[Item]], count: int) -> Iterator[Line]:
    """Grade shards in `count` processes, and yield a line for each submission as soon as it is graded.

    Raises:
        ClassError: the class cannot be graded; the message says why.
        FaultError: there is a fault of ours.
    """
    waiting: queue.SimpleQueue[Sequence[Item]] = queue.SimpleQueue()
    told: queue.SimpleQueue[Line | Exception | None] = queue.SimpleQueue()
    for shard in shards:
        waiting.put(shard)
    is_over = threading.Event()
    drivers = [Driver(job, waiting, told, is_over) for _ in range(min(count, len(shards)))]
    for driver in drivers:
        driver.start()
    try:
        running = len(drivers)
        while running:
            match told.get():
                case None:
                    running -= 1
                case Exception() as error:
                    raise error
                case line:
                    yield line
    finally:
        is_over.set()
        for driver in drivers:
            driver.join()


class Driver(threading.Thread):
    """Hands shards to a grading process until there are none; a process that has ended is replaced."""

    def __init__(
        self,
        job: Job,
        waiting: queue.SimpleQueue[Sequence[Item]],
        told: queue.SimpleQueue[Line | Exception | None],
        is_over: threading.Event,
    ) -> None:
        super().__init__(name="grading")
        self._job = job
        self._waiting = waiting
        self._told = told
        self._is_over = is_over
        self._process: GradingProcess | None = None

    def run(self) -> None:
        """Drive until there is no more to grade, or it is over."""
        try:
            while not self._is_over.is_set():
                self._grade(list(self._waiting.get_nowait()))
        except queue.Empty:
            pass
        except Exception as error:  # raised again where the lines are read
            self._told.put(error)
        finally:
            self._close()
            self._told.put(None)

    def _grade(self, items: list[Item]) -> None:
        """Grade a shard; a submission at which the process ends again and again is given up."""
        trials = 0
        while items and not self._is_over.is_set():
            try:
                self._process = self._process or GradingProcess(self._job)
                for line in self._process.grade(items):
                    self._told.put(line)
                    del items[0]
                    trials = 0
                    if self._is_over.is_set():
                        return
            except EndedError:
                self._close()
                trials += 1
                if trials == TRIALS:
                    self._told.put(lost(items.pop(0)))
                    trials = 0

    def _close(self) -> None:
        if self._process:
            self._process.close()
            self._process = None


def lost(item: Item, why: str = "the process that graded it ended twice") -> Line:
    """Return the line of a submission that could not be graded, which is no fault of the learner's."""
    return Line(item.student, "internal", 0, 0, why)
