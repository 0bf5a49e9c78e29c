"""The grading process's own side: grade the submissions that come on stdin, one a line, within a limit of memory."""

import contextlib
import gc
import json
import os
import queue
import shutil
import signal
import sys
import tempfile
import threading
import traceback
from typing import BinaryIO

from grader.child.session import address_space_bytes
from grader.classes.grade_one import Grader
from grader.classes.job import PlannedSubmission, Reply, load_job
from grader.core.errors import ClassError, CourseError, LaunchError, NotConfinedError
from grader.core.result import Verdict
from grader.core.shapes import JsonObject
from grader.course.course import SolutionError
from grader.files.strict_yaml import YamlError

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]  # a module elsewhere

USER_ERRORS = (ClassError, YamlError, CourseError, NotConfinedError, SolutionError)
"""Errors that every other submission would meet, too, so that they stop the class."""
MEMORY_BYTES, USED_BYTES = 384 << 20, 160 << 20
"""Limits of memory: on top of Python, numpy and the course, and after a submission."""
NO_MEMORY = "its grading needed more memory than the grader may use"


def serve(folder: str) -> None:
    """Answer the requests on stdin until it is closed; `folder` is for temporary files, and removed then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C, and kills this process
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    gc.set_threshold(50_000)  # a submission makes many objects and few cycles: collecting less often saves a tenth
    tempfile.tempdir = folder
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints by accident must not print into a reply
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(requests, folder), daemon=True, name="requests").start()
    grader = _open(requests, replies)
    most = limit_memory()
    while True:
        reply = _answer(grader, json.loads(requests.get()))
        # Memory that one submission has left behind must not be missing for the next.
        reply["is_last"] = address_space_bytes() > most - MEMORY_BYTES + USED_BYTES
        _send(replies, reply)


def _receive(requests: queue.SimpleQueue[bytes], folder: str) -> None:
    """Read requests; end this process as soon as its parent has ended, even in mid-task."""
    for line in sys.stdin.buffer:
        requests.put(line)
    shutil.rmtree(folder, ignore_errors=True)  # if the parent was killed, nobody else does
    os._exit(1)


def _send(replies: BinaryIO, reply: Reply) -> None:
    replies.write(json.dumps(reply).encode() + b"\n")
    replies.flush()


def _open(requests: queue.SimpleQueue[bytes], replies: BinaryIO) -> Grader:
    """Prepare for the job that is requested first; reply how long a submission may take, or why nothing can be graded."""
    job = json.loads(requests.get())["job"]
    try:
        grader = Grader(load_job(job))
        _send(replies, {"seconds": grader.seconds()})
    except (*USER_ERRORS, LaunchError) as error:
        _send(replies, {"stop": str(error), "may_pass": isinstance(error, LaunchError)})
        raise SystemExit(0) from error
    return grader


def limit_memory() -> int:
    """Limit the address space of this process; return the limit.

    The soft limit only: the fork server inherits it, and learners' processes set limits of their own.
    """
    most = address_space_bytes() + MEMORY_BYTES
    if resource is not None:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        with contextlib.suppress(OSError, ValueError):  # macOS, where address space is not memory
            resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    return most


def _answer(grader: Grader, request: JsonObject) -> Reply:
    """Grade the submission of a request."""
    data = request["submission"]  # JSON has made lists of its tuples
    submission = PlannedSubmission(**{**data, "files": tuple((stored, name) for stored, name in data["files"])})
    try:
        if "timeout" in request:
            line, document = grader.ended(submission, Verdict.TIMEOUT, f"its grading took {request['timeout']}")
        else:
            try:
                line, document = grader.grade(submission, request["known"])
            except MemoryError:  # on what the learner handed in or sent back
                line, document = grader.ended(submission, Verdict.MEMORY, NO_MEMORY)
    except USER_ERRORS as error:
        return {"stop": str(error)}
    except Exception:
        return {"fault": traceback.format_exc()}
    return {"line": line._asdict(), "document": document}
