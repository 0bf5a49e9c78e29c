"""The process that grades, started by `task.py`: one submission a request, within a limit of memory."""

import contextlib
import gc
import traceback

from grader.child.session import address_space_bytes
from grader.classes.grade_one import Grader
from grader.classes.job import PlannedSubmission, Reply, load_job
from grader.core.errors import ClassError, CourseError, LaunchError, NotConfinedError
from grader.core.result import Verdict
from grader.core.shapes import JsonObject
from grader.course.course import SolutionError
from grader.files.strict_yaml import YamlError
from grader.sandbox.worker import Requests

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
    """Answer the requests of the parent until it ends; `folder` is for temporary files."""
    gc.set_threshold(50_000)  # a submission makes many objects and few cycles: collecting less often saves a tenth
    requests = Requests(folder)
    job = load_job(requests.read_first())
    requests.listen()
    try:
        grader = Grader(job)
        requests.reply({"seconds": grader.seconds()})
    except (*USER_ERRORS, LaunchError) as error:
        requests.reply({"stop": str(error), "may_pass": isinstance(error, LaunchError)})
        raise SystemExit(0) from error
    most = limit_memory()
    while True:
        reply = _answer(grader, requests.take())
        # Memory that one submission has left behind must not be missing for the next.
        is_last = address_space_bytes() > most - MEMORY_BYTES + USED_BYTES
        requests.reply({**reply, "is_last": is_last})


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
