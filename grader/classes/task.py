"""Grade one submission as a task of an executor: a task comes in as JSON text, the reply goes back as JSON text.

An executor pickles what it carries. Both ends are trusted processes of ours and the pickles hold one string each, so
nothing is unpickled that a learner's code could have made. The task itself reads nothing of a learner's: a worker does,
within limits of memory and time, so that a submission that breaks its process costs nothing but its own result.
"""

import errno
import json
import os
import platform
import threading
import time
from collections.abc import Callable

import grader
from grader.classes.job import Job, PlannedSubmission, Reply, load_job
from grader.core.errors import ClassError
from grader.core.shapes import JsonObject
from grader.sandbox.worker import EndedError, Worker

SERVER = "grader.classes.serve_grader"
PAUSES = (1, 4, 16)
"""Seconds to wait before another try to start a process: a submission under way may have used up all there are."""
START_SECONDS = 120.0
"""How long a process may take to load the course and to try out its confinement: no learner's code runs meanwhile."""
PASSING = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)
"""Shortages that may be over when another submission has been graded."""


class StartError(ClassError):
    """No process can be started at the moment, for lack of processes, threads or memory on this machine."""


class GradingProcess(Worker):
    """A worker that grades for one job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._seconds = START_SECONDS
        try:
            super().__init__(SERVER)
        except (OSError, RuntimeError) as error:  # RuntimeError is a thread's
            kind = StartError if getattr(error, "errno", errno.EAGAIN) in PASSING else ClassError
            raise kind(f"no process can be started to grade in: {error}") from error

    def open(self) -> None:
        """Have the process prepare for its job.

        Raises:
            ClassError: It cannot be done; the message says why.
        """
        try:
            reply = self.ask(self.job._asdict(), START_SECONDS)
        except (EndedError, TimeoutError) as error:
            raise StartError(f"the process to grade in could not be started: {error}") from error
        if "stop" in reply:
            self.close()
            raise (StartError if reply["may_pass"] else ClassError)(reply["stop"])
        self._seconds = reply["seconds"]

    def grade(self, request: JsonObject) -> Reply:
        """Have a submission graded; return the reply, or raise as `ask` does."""
        reply = self.ask(request, self._seconds)
        if reply.pop("is_last"):
            self.close()
        return reply  # type: ignore[return-value]  # the process is ours


class ThreadsProcess(threading.local):
    """The grading process of this thread, kept for the next task of the same job.

    Opening a course and a fork server takes as long as grading about ten submissions.
    """

    process: GradingProcess | None = None
    register: Callable[[GradingProcess], None] | None = None
    """Gets every process that is started, so that a pool can end them in mid-task."""


THREAD = ThreadsProcess()


def encode_task(job: Job, submission: PlannedSubmission, known: JsonObject | None) -> str:
    """Return a task as text; `known` is the result that the sender has already."""
    task = {"version": grader.__version__, "job": job._asdict(), "submission": submission._asdict()}
    return json.dumps({**task, "known": known})


def run_task(text: str) -> str:
    """Have the submission of a task graded; return the `Reply` of the process as text."""
    task = json.loads(text)
    try:
        return json.dumps(_reply(task))
    except ClassError as error:
        machine = f"on {platform.node()}: " if task["job"]["is_elsewhere"] else ""
        return json.dumps({"stop": f"{machine}{error}"})


def run_alone(text: str) -> str:
    """Return the reply to a task as `run_task` does, and keep no process for another."""
    try:
        return run_task(text)
    finally:
        if THREAD.process:
            THREAD.process.close()


def _reply(task: JsonObject) -> Reply:
    """Return the reply to a task; a process that has ended is replaced once.

    Raises:
        ClassError: no process can be started, or this machine differs from the one that collects the results.
    """
    job = _job(task)
    request = {name: task[name] for name in ("submission", "known")}
    try:
        try:
            return _process(job).grade(request)
        except EndedError:  # by whatever: somebody may have killed the wrong one of many
            return _process(job).grade(request)
    except TimeoutError as error:
        return _process(job).grade({**request, "timeout": str(error)})
    except EndedError as error:
        return {"fault": f"the process that graded it ended twice ({error})"}


def _job(task: JsonObject) -> Job:
    """Return the job of a task; raise ClassError if this machine differs from the one that collects the results."""
    if task["version"] != grader.__version__:
        raise ClassError(f"token-by-token {grader.__version__} is installed, not {task['version']}; install the same")
    job = load_job(task["job"])
    for path in (job.course_folder, task["submission"]["path"]):
        # Only elsewhere: here, a submission that has just been deleted costs itself, not the class.
        if job.is_elsewhere and path and not os.path.lexists(path):
            raise ClassError(f"there is no {path}; all machines need the same folders under the same names")
    return job


def _process(job: Job) -> GradingProcess:
    """Return this thread's process if it is of the job, else a new one."""
    # A worker of a cluster outlives runs. The job holds the course's hash, so an edited course is opened anew.
    if THREAD.process and not THREAD.process.is_closed and THREAD.process.job == job:
        return THREAD.process
    for pause in PAUSES:
        try:
            return _new_process(job)
        except StartError:
            time.sleep(pause)
    return _new_process(job)


def _new_process(job: Job) -> GradingProcess:
    """Start a process in place of this thread's."""
    if THREAD.process:
        THREAD.process.close()
    process = THREAD.process = GradingProcess(job)
    if THREAD.register:
        THREAD.register(process)
    try:
        process.open()
    except BaseException:
        process.close()
        raise
    return process
