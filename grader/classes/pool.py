"""Grade a class with any `concurrent.futures.Executor`: one submission a task, results written by this process alone.

Without an executor, threads of this process run the tasks; each has a process of its own to grade in.
"""

import contextlib
import json
import logging
import os
import traceback
from collections.abc import Generator, Iterable, Sequence
from concurrent import futures
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from itertools import islice
from types import TracebackType

from grader.classes.job import Job, PlannedSubmission, Reply, SummaryLine, summary_line
from grader.classes.store import RESUMES, Store, score_text
from grader.classes.task import THREAD, GradingProcess, encode_task, run_task
from grader.core.errors import ClassError
from grader.core.result import Verdict
from grader.core.shapes import JsonObject

TASKS_PER_PROCESS = 2
"""Tasks in flight for each process: one that runs and one that waits, so that no process idles between two."""


# --- the run ----------------------------------------------------------------------------------


def grade_class(
    job: Job, submissions: Sequence[PlannedSubmission], store: Store, executor: Executor | None = None, count: int = 0
) -> Generator[SummaryLine, None, None]:
    """Grade submissions, write their results into the store, and yield a line for each in the order of completion.

    Whatever goes wrong with one submission is in its own line; the others are graded.

    Args:
        job: The settings that all submissions share.
        submissions: The submissions to grade.
        store: The results; one whose content hash has not changed is not made again.
        executor: Any executor; without one, a pool of processes on this machine.
        count: The number of tasks that run at once; 0 means one for each processor.

    Raises:
        ClassError: The class cannot be graded; the message says why. Results written so far are kept.
    """
    if not submissions:
        return
    count = count or processors()
    engine: contextlib.AbstractContextManager[Executor] = (
        contextlib.nullcontext(executor) if executor else GradingPool(min(count, len(submissions)))
    )
    with engine as chosen:
        tasks = Tasks(job, store, chosen)
        try:
            yield from tasks.run(submissions, window=count * TASKS_PER_PROCESS)
        finally:
            tasks.cancel()


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Tasks:
    """The tasks of one run: submits them, a window at a time, and stores their results."""

    def __init__(self, job: Job, store: Store, executor: Executor) -> None:
        self._job = job
        self._store = store
        self._executor = executor
        self._in_flight: dict[Future[str], PlannedSubmission] = {}
        self._again: list[tuple[PlannedSubmission, JsonObject | None, SummaryLine | None]] = []
        """Submissions to grade once more, with what is known of them and the line of the first time."""

    def run(self, submissions: Iterable[PlannedSubmission], *, window: int) -> Generator[SummaryLine, None, None]:
        """Grade submissions, at most `window` at once, and yield the line of each as it completes.

        Raises:
            ClassError: Nothing can be graded by this executor, or nothing can be written.
        """
        yield from self._run(submissions, window)
        # Alone: what ran out of time without having used it may have been kept waiting by the others.
        while self._again:
            submission, known, first = self._again.pop(0)
            line = self._line(submission, self._submit(submission, known), is_second=True)
            assert line is not None
            yield line._replace(is_second=True, graded_again=first.graded_again) if first else line

    def _run(self, submissions: Iterable[PlannedSubmission], window: int) -> Generator[SummaryLine, None, None]:
        # A window, and not all at once: a class of 10,000 needs little memory.
        waiting = iter(submissions)
        while True:
            for submission in islice(waiting, window - len(self._in_flight)):
                self._in_flight[self._submit(submission, self._store.read(submission.student))] = submission
            if not self._in_flight:
                return
            done, _ = futures.wait(self._in_flight, return_when=futures.FIRST_COMPLETED)
            for future in [future for future in self._in_flight if future in done]:
                if line := self._line(self._in_flight.pop(future), future):
                    yield line

    def cancel(self) -> None:
        """Cancel the tasks in flight."""
        for future in self._in_flight:
            future.cancel()

    def _submit(self, submission: PlannedSubmission, known: JsonObject | None) -> Future[str]:
        """Submit a task, with the result that is there already."""
        try:
            return self._executor.submit(run_task, encode_task(self._job, submission, known))
        except BrokenExecutor as error:  # one that cannot replace its processes: everything that is left fails
            failed: Future[str] = Future()
            failed.set_exception(error)
            return failed

    def _line(
        self, submission: PlannedSubmission, future: Future[str], *, is_second: bool = False
    ) -> SummaryLine | None:
        """Store the result of a completed task, and return its line; None if it is to be graded once more.

        Raises:
            ClassError: Nothing can be graded by this executor, or nothing can be written.
        """
        student = submission.student
        try:
            reply: Reply = json.loads(future.result())
            if "stop" in reply:
                raise ClassError(reply["stop"])
            if "fault" in reply:
                return _not_graded(student, reply["fault"])
            # JSON has made a list of the tuple.
            line = SummaryLine(**{**reply["line"], "graded_again": tuple(reply["line"]["graded_again"])})
            if line.is_starved and not is_second and reply["document"]:
                self._again.append((submission, _without_timeouts(reply["document"]), line))
                return None
            return self._stored(line, reply["document"])
        except CancelledError as error:  # not by us: dask cancels what it can no longer reach
            raise ClassError(f"the scheduler has ended or cannot be reached any more; {RESUMES}") from error
        except ClassError:
            raise
        except Exception as error:
            if isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker":  # the latter is dask's
                return _not_graded(student, "the executor's process that graded it has ended")
            # dask, too: of a worker that dies as its task ends, its executor unpacks the result as if it were an error.
            if not is_second:
                self._again.append((submission, self._store.read(student), None))
                return None
            return _not_graded(student, traceback.format_exc())

    def _stored(self, line: SummaryLine, document: JsonObject | None) -> SummaryLine:
        """Store a new result, and return its line; of a result that has not changed, the line of the stored one."""
        if document is not None:
            before, after = self._store.score(line.student), score_text(line.status, line.score, line.max_score)
            if before not in ("", after):
                self._store.note_change(line.student, before, after)
                line = line._replace(before=before)
            self._store.put(line.student, document)
        elif not line.is_new:
            stored = self._store.read(line.student)
            assert stored is not None  # it was there when its hash was sent, and the lock keeps other runs out
            return summary_line(stored)._replace(is_new=False, seconds=line.seconds)
        return line


def _without_timeouts(document: JsonObject) -> JsonObject:
    """Return a result as one that is known but for the exercises that ran out of time."""

    def is_sound(exercise: JsonObject) -> bool:
        return all(check["status"] != Verdict.TIMEOUT.value for check in exercise["checks"])

    exercises = list(filter(is_sound, document["exercises"]))
    return {**document, "exercises": exercises, "submission": {**document["submission"], "sha256": ""}}


def _not_graded(student: str, fault: str) -> SummaryLine:
    """Return the line of a submission that was not graded by a fault of ours: a sentence, or a traceback's last line."""
    if "\n" in fault:
        logging.getLogger(__name__).error("the submission of %r was not graded:\n%s", student, fault)
    return SummaryLine(student, "internal", 0, 0, f"not graded: {fault.splitlines()[-1]}")


# --- threads and their processes ---------------------------------------------------------------


class GradingPool(ThreadPoolExecutor):
    """Threads that each have a process to grade in; all can be ended in mid-task."""

    def __init__(self, count: int) -> None:
        self._processes: list[GradingProcess] = []
        self._is_over = False
        super().__init__(count, "grading", self._begin)

    def _begin(self) -> None:
        """Prepare a new thread, in that thread."""
        THREAD.register = self._register

    def _register(self, process: GradingProcess) -> None:
        # In this order: one that is registered while the pool is ended is closed here or there.
        self._processes.append(process)
        if self._is_over:
            process.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Executor's own waits for running tasks: after Ctrl-C, for an endless loop's whole time limit.
        if kind is not None:
            self.shutdown(wait=False, cancel_futures=True)
            self._is_over = True
            for process in tuple(self._processes):
                process.close()
        self.shutdown()
        for process in self._processes:
            process.close()
