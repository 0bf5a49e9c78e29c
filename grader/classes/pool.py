"""Grade a class with any `concurrent.futures.Executor`: one submission a task, results written by this process alone.

Without an executor, a pool of processes on this machine runs the tasks.
"""

from __future__ import annotations

import contextlib
import gc
import json
import logging
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent import futures
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, NamedTuple, ParamSpec, TypeVar

from grader.classes.grade_one import Job, PlannedSubmission, SummaryLine, summary_line
from grader.classes.store import RESUMES, Store
from grader.classes.task import encode_task, run_task
from grader.core.errors import ClassError

TASKS_PER_PROCESS = 2
"""Tasks in flight for each process: one that runs and one that waits, so that no process idles between two."""
MAX_FAILURES_IN_A_ROW, MAX_WINDOWS_IN_A_ROW = 20, 5
"""After so many failures without a success, the cause is the machine or a bug of ours, not single submissions."""
MAX_PROCESSES = 61 if sys.platform == "win32" else 1024
"""Windows cannot wait for more handles at once."""
SAFE_PATH = "PYTHONSAFEPATH"
MANY_FAILED = "submissions in a row were not graded"

Arguments = ParamSpec("Arguments")
Returned = TypeVar("Returned")


# --- the run ----------------------------------------------------------------------------------


class NoReplyError(Exception):
    """A task without a result; the message says why, `fault` is the traceback if a bug of ours is the cause."""

    def __init__(self, why: str, fault: str = "") -> None:
        super().__init__(why)
        self.fault = fault


class Failure(NamedTuple):
    """A submission whose task gave no result."""

    submission: PlannedSubmission
    error: NoReplyError


class FaultError(RuntimeError):
    """A bug of ours that every submission meets; the message holds its traceback."""


def grade_class(
    job: Job, submissions: Sequence[PlannedSubmission], store: Store, executor: Executor | None = None, count: int = 0
) -> Generator[SummaryLine, None, None]:
    """Grade submissions, write their results into the store, and yield a line for each in the order of completion.

    Args:
        job: The settings that all submissions share.
        submissions: The submissions to grade.
        store: The results; one whose content hash has not changed is not made again.
        executor: Any executor; without one, a pool of processes on this machine.
        count: The number of tasks that run at once; 0 means one for each processor.

    Raises:
        ClassError: The class cannot be graded; the message says why. Results written so far are kept.
        FaultError: One submission after the other runs into a bug of ours.
    """
    if not submissions:
        return
    count = count or processors()
    engine: contextlib.AbstractContextManager[Executor] = (
        contextlib.nullcontext(executor) if executor else GradingPool(min(count, len(submissions)))
    )
    with engine as chosen:
        tasks = Tasks(job, store, chosen)
        failed: list[PlannedSubmission] = []
        try:
            for each in tasks.run(submissions, window=count * TASKS_PER_PROCESS):
                if isinstance(each, Failure):
                    failed.append(each.submission)
                else:
                    yield each
            # When a process dies, every task in flight fails, and nobody knows which of them killed it. Alone in the
            # pool, a submission takes no other with it, and only the guilty one fails again.
            for each in tasks.run(failed, window=1):
                yield _failed_line(each) if isinstance(each, Failure) else each
        finally:
            if executor:  # our own pool marks the same futures as broken, which raises for canceled ones
                tasks.cancel()


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _failed_line(failure: Failure) -> SummaryLine:
    """Return the line of a submission that failed twice, which is never the learner's fault."""
    student, error = failure.submission.student, failure.error
    if error.fault:
        logging.getLogger(__name__).error("the submission of %r was not graded:\n%s", student, error.fault)
    return SummaryLine(student, "internal", 0, 0, str(error))


class Tasks:
    """The tasks of one run: submits them, a window at a time, and stores their results."""

    def __init__(self, job: Job, store: Store, executor: Executor) -> None:
        self._job = job
        self._store = store
        self._executor = executor
        self._in_flight: dict[Future[str], PlannedSubmission] = {}
        self._failures_in_a_row = 0
        self._max_in_a_row = 0

    def run(self, submissions: Iterable[PlannedSubmission], *, window: int) -> Iterator[SummaryLine | Failure]:
        """Grade submissions, at most `window` at once, and yield the outcome of each as it completes.

        Raises:
            ClassError: Nothing can be graded by this executor.
            FaultError: There were too many failures in a row.
        """
        # A window, and not all at once: a death of a process costs one window, and a class of 10,000 little memory.
        waiting = iter(submissions)
        self._max_in_a_row = max(MAX_FAILURES_IN_A_ROW, MAX_WINDOWS_IN_A_ROW * window)
        while True:
            for submission in islice(waiting, window - len(self._in_flight)):
                self._in_flight[self._submit(submission)] = submission
            if not self._in_flight:
                return
            done, _ = futures.wait(self._in_flight, return_when=futures.FIRST_COMPLETED)
            for future in done:
                submission = self._in_flight.pop(future)
                try:
                    yield self._line(future)
                except NoReplyError as error:
                    yield Failure(submission, error)

    def cancel(self) -> None:
        """Cancel the tasks in flight."""
        for future in self._in_flight:
            future.cancel()

    def _submit(self, submission: PlannedSubmission) -> Future[str]:
        """Submit a task, with the content hash of the result that the store has already."""
        stored = self._store.read(submission.student)
        known_sha256 = str(stored["submission"].get("sha256")) if stored else None
        try:
            return self._executor.submit(run_task, encode_task(self._job, submission, known_sha256))
        except BrokenExecutor as error:  # one that cannot replace its processes: everything that is left fails
            failed: Future[str] = Future()
            failed.set_exception(error)
            return failed

    def _line(self, future: Future[str]) -> SummaryLine:
        """Store the result of a completed task, and return its line.

        Raises:
            ClassError: Nothing can be graded by this executor.
            FaultError: There were too many failures in a row.
            NoReplyError: The task gave no result.
        """
        try:
            reply = json.loads(future.result())
        except CancelledError as error:  # not by us: dask cancels what it can no longer reach
            raise ClassError(f"the scheduler has ended or cannot be reached any more; {RESUMES}") from error
        except Exception as error:  # run_task raises nothing: its process died, or the executor itself has failed
            has_died = (
                isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"
            )  # the latter is dask's
            why = "the process that graded it ended twice" if has_died else f"not graded: {error!r}"
            raise self._failure(why) from error
        if "stop" in reply:
            raise ClassError(reply["stop"])
        if "fault" in reply:
            raise self._failure(f"not graded: {reply['fault'].splitlines()[-1]}", reply["fault"])
        self._failures_in_a_row = 0
        return self._stored(SummaryLine(**reply["line"]), reply["document"])

    def _stored(self, line: SummaryLine, document: dict[str, Any] | None) -> SummaryLine:
        """Store a new result, and return its line; of a result that has not changed, the line of the stored one."""
        if document is not None:
            self._store.put(line.student, document)
        elif not line.is_new:
            stored = self._store.read(line.student)
            assert stored is not None  # it was there when its hash was sent, and the lock keeps other runs out
            return summary_line(stored)._replace(is_new=False, seconds=line.seconds)
        return line

    def _failure(self, why: str, fault: str = "") -> NoReplyError:
        """Count a failure, and return it as an exception.

        Raises:
            ClassError: There were too many in a row.
            FaultError: There were too many in a row, the last one by a bug of ours.
        """
        # Without this limit, a pool that can start no process at all would be started anew for each of 10,000 submissions.
        self._failures_in_a_row += 1
        if self._failures_in_a_row < self._max_in_a_row:
            return NoReplyError(why, fault)
        if fault:
            raise FaultError(f"{self._failures_in_a_row} {MANY_FAILED}; of the last one:\n{fault}")
        raise ClassError(f"{self._failures_in_a_row} {MANY_FAILED}: {why}; {RESUMES}")


# --- processes on this machine ----------------------------------------------------------------


class GradingPool(Executor):
    """A process pool that replaces itself when one of its processes dies, and that can be ended in mid-task."""

    def __init__(self, count: int) -> None:
        self._count = min(count, MAX_PROCESSES)
        self._open()

    def _open(self) -> None:
        # spawn, not fork: a fork copies the locks of the pool's own threads in whatever state they are in, and all
        # that this process has in memory. Not forkserver: it listens on a socket that other processes of this user can
        # find; a spawned process inherits its pipes and nothing else.
        context = get_context("spawn")
        try:
            # Killed processes leave temporary files behind. These are in a folder that goes with the pool.
            self._folder = tempfile.TemporaryDirectory(prefix="learn-class-", ignore_cleanup_errors=True)
            os.chmod(self._folder.name, 0o711)  # run by root, learners' processes are `nobody`, and theirs are in there
            with _start_conditions():
                # The read end reports end of file when `_lifeline` is closed, and also when this process is killed.
                self._read_end, self._lifeline = context.Pipe(duplex=False)
                arguments = (self._read_end, self._folder.name)
                self._pool = ProcessPoolExecutor(self._count, context, _begin, arguments)
        except OSError as error:  # no semaphores, as where /dev/shm is missing, or too many open files
            raise ClassError(f"no processes can be started to grade in: {error.strerror or error}") from error

    def submit(
        self, fn: Callable[Arguments, Returned], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Returned]:
        """Submit a task; start new processes first if one has died, which failed all futures in flight."""
        with _start_conditions():  # processes are started here, not in the constructor: one for each of the first tasks
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                self.shutdown(cancel_futures=True)
                self._open()
                return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 (Executor's)
        """End the processes; with `cancel_futures` at once, without waiting for their tasks."""
        if cancel_futures:
            self._lifeline.close()
        self._pool.shutdown(wait, cancel_futures=cancel_futures)
        self._lifeline.close()
        self._read_end.close()
        if wait:
            self._folder.cleanup()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Executor's own waits for running tasks: after Ctrl-C, for an endless loop's whole time limit.
        self.shutdown(cancel_futures=kind is not None)


@contextlib.contextmanager
def _start_conditions() -> Iterator[None]:
    """Set what processes started in this block have to inherit, since multiprocessing has no parameters for it."""
    before = os.environ.get(SAFE_PATH)
    # multiprocessing runs `python -c`, which would import a `multiprocessing.py` in the current folder. Teachers do grade
    # from inside the folder of submissions.
    os.environ[SAFE_PATH] = "1"
    # A terminal sends Ctrl-C to the whole process group. A process that is still starting would print a traceback.
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


def _begin(lifeline: Connection, folder: str) -> None:
    """Prepare a new process of the pool, in that process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C, and ends this process by the lifeline
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    gc.set_threshold(50_000)  # a submission makes many objects and few cycles: collecting less often saves a tenth
    tempfile.tempdir = folder
    threading.Thread(target=_end_with_pool, args=(lifeline, folder), daemon=True, name="lifeline").start()


def _end_with_pool(lifeline: Connection, folder: str) -> None:
    """End this process as soon as the pool is shut down in mid-task or its owner dies."""
    # The pool's own pipes do not tell: each of its processes holds both ends, so that none ever reports end of file.
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv_bytes()
    shutil.rmtree(folder, ignore_errors=True)  # if the owner was killed, nobody else does
    os._exit(1)  # the fork server of learners' processes sees its channel closed, kills them and ends
