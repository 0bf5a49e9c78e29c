"""Have a class graded by an executor: submissions go out a few at a time, and results come back to be written here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, as_completed
from pathlib import Path
from typing import Any

from grader.classes.grade_one import Item, Job, Line, line_of
from grader.classes.processes import lost
from grader.classes.remote import grade_sent, packed
from grader.classes.store import Store
from grader.core.errors import ClassError
from grader.course import location
from grader.course.course import Course

FEWEST, MOST = 10, 50
"""How many submissions are sent at once: enough to pay for getting ready, not so many that much is lost with a machine."""
SHARDS_FOR_EACH = 4


class LostError(Exception):
    """Submissions were not graded, since what was to grade them has ended or failed; the message says how."""


def grade_elsewhere(job: Job, items: Sequence[Item], executor: Executor, count: int) -> Iterator[Line]:
    """Have submissions graded by an executor that does `count` things at once, and yield lines as they come back.

    What is lost with a process or a machine is sent once more in the end, each submission alone: so one that ends
    processes takes no other with it. If it is lost again, its line says so.

    Raises:
        ClassError: the class cannot be graded, or the executor has given up. Results written so far are kept.
    """
    sender = Sender(job, executor)
    futures = {sender.send(shard): shard for shard in shards(items, count)}
    again: list[Item] = []
    try:
        for future in as_completed(list(futures)):
            shard = futures.pop(future)  # with the results that it holds
            try:
                yield from sender.take(future)
            except LostError:
                again += shard
    finally:
        for future in futures:
            future.cancel()
    for item in again:
        future = sender.send([item])
        try:
            yield from sender.take(future)
        except LostError as error:
            yield lost(item, str(error))
        finally:
            future.cancel()


def shards(items: Sequence[Item], count: int) -> list[Sequence[Item]]:
    """Divide submissions into what is sent at once."""
    size = min(MOST, max(FEWEST, len(items) // (count * SHARDS_FOR_EACH)))
    return [items[start : start + size] for start in range(0, len(items), size)]


class Sender:
    """Sends submissions to an executor, and writes the results that come back."""

    def __init__(self, job: Job, executor: Executor) -> None:
        self._job = job
        self._executor = executor
        self._store = Store(Path(job.out))
        self._course_sha256 = Course(location.find(Path(job.course_folder) if job.course_folder else None)).sha256

    def send(self, items: Sequence[Item]) -> Future[str]:
        """Send submissions, and with them what the results that are here already were made from."""
        here = ((item.student, self._store.read(item.student)) for item in items)
        hashes = {student: str(document["submission"].get("sha256")) for student, document in here if document}
        try:
            return self._executor.submit(grade_sent, packed(self._job, items, hashes, self._course_sha256))
        except BrokenExecutor as error:
            failed: Future[str] = Future()
            failed.set_exception(error)
            return failed

    def take(self, future: Future[str]) -> list[Line]:
        """Wait for an answer, write its results, and return their lines.

        Raises:
            ClassError: nothing can be graded there, or the executor has given up.
            LostError: there is no answer.
        """
        try:
            text = future.result()
        except CancelledError as error:
            raise ClassError(
                "the scheduler has ended or cannot be reached any more; results written so far are kept, and the same "
                "command goes on from there"
            ) from error
        except Exception as error:
            raise LostError(_why(error)) from error
        answer = json.loads(text)
        if "stop" in answer:
            raise ClassError(answer["stop"])
        return [self._written(Line(**line), document) for line, document in answer["graded"]]

    def _written(self, line: Line, document: dict[str, Any] | None) -> Line:
        """Write a result that has come back; of one that had not to be made again, return the line of what is here."""
        if document is not None:
            self._store.put(line.student, document)
        elif not line.is_new:
            here = self._store.read(line.student)
            assert here is not None  # it was there when its hash was sent, and this run has the folder to itself
            return line_of(here)._replace(is_new=False, seconds=line.seconds)
        return line


def _why(error: Exception) -> str:
    """Say why submissions were not graded; the two names are of dask's and of Python's errors for processes that end."""
    if type(error).__name__ in ("KilledWorker", "BrokenProcessPool"):
        return "every process that had it has ended"
    return f"not graded: {type(error).__name__}: {error}"
