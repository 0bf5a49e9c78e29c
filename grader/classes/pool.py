"""Grade a class with any executor: one submission a task, results written by this process alone.

Without an executor, a pool of processes of this machine does it. Tasks and replies are JSON text. An executor pickles
them on the way, which is safe since both ends are our own trusted processes and the pickles hold nothing but strings;
learners' processes never see these pipes, and what they reply is decoded in `Grader`, never unpickled.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import threading
import traceback
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import Any, NamedTuple

import grader
from grader.classes.grade_one import Grader, Item, Job, Line, line_of
from grader.classes.processes import GradingPool
from grader.classes.store import Store
from grader.core.errors import ClassError, NotConfinedError
from grader.course.exercise_file import ExerciseError
from grader.course.location import NoContentError
from grader.course.solutions import SolutionError

FORESEEN = (ClassError, ExerciseError, NoContentError, NotConfinedError, SolutionError)
"""Errors that stop the class with one sentence: every other submission would meet them, too."""
TASKS_PER_PROCESS = 2
"""Tasks in flight for each process: one that runs and one that waits, so that no process idles between two. All of them
are retried one by one when a process dies, so more would only make that slower."""
MOST_IN_A_ROW, WINDOWS_IN_A_ROW = 20, 5
"""After so many failures without a success, the cause is the machine or a bug of ours, and not single submissions."""


class LostError(Exception):
    """A submission that came back without a result; the message says why, `fault` is the traceback of a bug of ours."""

    def __init__(self, why: str, fault: str = "") -> None:
        super().__init__(why)
        self.fault = fault


class Lost(NamedTuple):
    """A submission that came back without a result."""

    item: Item
    error: LostError


class FaultError(RuntimeError):
    """A bug of ours, or a machine that fails everywhere; the message is the traceback of where it happened."""


def grade_all(
    job: Job, items: Sequence[Item], store: Store, executor: Executor | None = None, count: int = 0
) -> Generator[Line, None, None]:
    """Grade submissions, write their results into the store, and yield a line for each as it is done.

    Without an executor, `count` processes of this machine do it, as many as it has processors if that is 0. Any executor
    will do; `count` is how many tasks it runs at once.

    A submission whose process dies is retried once at the end, with no other in flight: so one that ends processes
    takes no other with it. If it dies again, its line says so.

    Raises:
        ClassError: the class cannot be graded; the message says why. Results written so far are kept.
        FaultError: one submission after the other fails for a reason that is not foreseen.
    """
    if not items:
        return
    count = count or processors()
    opened: AbstractContextManager[Executor] = (
        nullcontext(executor) if executor else GradingPool(min(count, len(items)))
    )
    with opened as engine:
        grading = Grading(job, store, engine)
        lost: list[Item] = []
        try:
            for each in grading.run(items, count * TASKS_PER_PROCESS):
                if isinstance(each, Lost):
                    lost.append(each.item)
                else:
                    yield each
            for each in grading.run(lost, 1):
                yield _given_up(each) if isinstance(each, Lost) else each
        finally:
            if executor:  # our own pool ends with its `with`; there, a future both canceled and broken is an error
                grading.cancel()


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _given_up(lost: Lost) -> Line:
    """Return the line of a submission that could not be graded, which is no fault of the learner's."""
    if lost.error.fault:
        logging.getLogger(__name__).error(
            "the submission of %r was not graded:\n%s", lost.item.student, lost.error.fault
        )
    return Line(lost.item.student, "internal", 0, 0, str(lost.error))


class Grading:
    """The tasks of one run that are in flight at an executor."""

    def __init__(self, job: Job, store: Store, executor: Executor) -> None:
        self._job = job
        self._store = store
        self._executor = executor
        self._running: dict[Future[str], Item] = {}
        self._in_a_row = 0
        self._most_in_a_row = 0

    def run(self, items: Iterable[Item], width: int) -> Iterator[Line | Lost]:
        """Grade submissions with at most `width` in flight, and yield what became of each as it is done."""
        waiting = iter(items)
        self._most_in_a_row = max(MOST_IN_A_ROW, WINDOWS_IN_A_ROW * width)  # one process that dies loses a whole window
        while True:
            for item in islice(waiting, width - len(self._running)):
                self._running[self._submit(item)] = item
            if not self._running:
                return
            done, _ = wait(self._running, return_when=FIRST_COMPLETED)
            for future in done:
                item = self._running.pop(future)
                try:
                    yield self._line(future)
                except LostError as error:
                    yield Lost(item, error)

    def cancel(self) -> None:
        """Cancel what is in flight."""
        for future in self._running:
            future.cancel()

    def _submit(self, item: Item) -> Future[str]:
        """Submit a task, and with it the content hash of the result that is here already."""
        here = self._store.read(item.student)
        known = str(here["submission"].get("sha256")) if here else None
        task = {"version": grader.__version__, "job": self._job._asdict(), "item": item._asdict(), "known": known}
        try:
            return self._executor.submit(grade_task, json.dumps(task))
        except BrokenExecutor as error:
            failed: Future[str] = Future()
            failed.set_exception(error)
            return failed

    def _line(self, future: Future[str]) -> Line:
        """Write the result of a task that is done, and return its line.

        Raises:
            ClassError: nothing can be graded there, or the executor has given up.
            FaultError: there were too many failures in a row.
            LostError: there is no result.
        """
        try:
            reply = json.loads(future.result())
        except CancelledError as error:
            raise ClassError(
                "the scheduler has ended or cannot be reached any more; results written so far are kept, and the same "
                "command goes on from there"
            ) from error
        except Exception as error:  # the task itself raises nothing: its process has died, or the executor has failed
            died = isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"  # the latter is dask's
            raise self._lost("the process that graded it ended twice" if died else f"not graded: {error!r}") from error
        if "stop" in reply:
            raise ClassError(reply["stop"])
        if "fault" in reply:
            raise self._lost(f"not graded: {reply['fault'].splitlines()[-1]}", reply["fault"])
        self._in_a_row = 0
        return self._written(Line(**reply["line"]), reply["document"])

    def _written(self, line: Line, document: dict[str, Any] | None) -> Line:
        """Write a result; of one that had not to be made again, return the line of what is here."""
        if document is not None:
            self._store.put(line.student, document)
        elif not line.is_new:
            here = self._store.read(line.student)
            assert here is not None  # it was there when its hash was sent, and this run has the folder to itself
            return line_of(here)._replace(is_new=False, seconds=line.seconds)
        return line

    def _lost(self, why: str, fault: str = "") -> LostError:
        """Count a failure, and return it as an error.

        Raises:
            ClassError, FaultError: there were too many in a row.
        """
        self._in_a_row += 1
        if self._in_a_row < self._most_in_a_row:
            return LostError(why, fault)
        if fault:
            raise FaultError(f"{self._in_a_row} submissions in a row were not graded; of the last one:\n{fault}")
        raise ClassError(
            f"{self._in_a_row} submissions in a row were not graded: {why}; results written so far are kept, and the "
            "same command goes on from there"
        )


# --- where a task is run ----------------------------------------------------------------------


class Kept(threading.local):
    """The grader of this process, kept from task to task: to open a course takes as long as to grade ten submissions.

    One for each thread, since a launcher of learners' processes serves one thread only.
    """

    grader: Grader | None = None


_KEPT = Kept()


def grade_task(text: str) -> str:
    """Grade the submission of a task.

    The reply is `line`, with `document` if the sender lacks the result; or `stop`, a sentence that says why nothing can
    be graded here; or `fault`, a traceback.
    """
    task = json.loads(text)
    try:
        line, document = _grader(task).grade(item_from(task["item"]), task["known"])
    except FORESEEN as error:
        return json.dumps({"stop": f"{_machine(task)}{error}"})
    except Exception:
        return json.dumps({"fault": traceback.format_exc()})
    return json.dumps({"line": line._asdict(), "document": document})


def _grader(task: dict[str, Any]) -> Grader:
    """Return the grader for a task's job: the one of the task before, if that was of the same job.

    Raises:
        ClassError: something here is not as it is where the class is.
    """
    if task["version"] != grader.__version__:
        raise ClassError(f"token-by-token {grader.__version__} is installed, not {task['version']}; install the same")
    job = job_from(task["job"])
    for path in (job.course_folder, task["item"]["path"]):
        if job.is_elsewhere and path and not os.path.lexists(path):
            raise ClassError(f"there is no {path}; all machines need the same folders under the same names")
    if _KEPT.grader is None or _KEPT.grader.job != job:
        if _KEPT.grader:
            _KEPT.grader.close()
        _KEPT.grader = None
        _KEPT.grader = Grader(job)
    return _KEPT.grader


def _machine(task: dict[str, Any]) -> str:
    return f"on {platform.node()}: " if task["job"]["is_elsewhere"] else ""


def job_from(data: dict[str, Any]) -> Job:
    """Return the job that a task holds."""
    return Job(**{**data, "exercise_ids": tuple(data["exercise_ids"])})


def item_from(data: dict[str, Any]) -> Item:
    """Return the submission that a task holds."""
    return Item(**{**data, "files": tuple((stored, name) for stored, name in data["files"])})
