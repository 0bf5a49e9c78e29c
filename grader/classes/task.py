"""Grade one submission in a process of an executor: a task comes in as JSON text, the reply goes back as JSON text.

An executor pickles what it carries. Both ends are trusted processes of ours and the pickles hold one string each, so
nothing is unpickled that a learner's code could have made: learners' processes hold no end of these pipes, and their
replies are decoded by `sandbox.child.codec`.
"""

from __future__ import annotations

import json
import os
import platform
import threading
import traceback
from typing import Any

import grader
from grader.classes.grade_one import Grader, Job, PlannedSubmission
from grader.core.errors import ClassError, CourseError, NotConfinedError
from grader.course.course import SolutionError
from grader.files.strict_yaml import YamlError

USER_ERRORS = (ClassError, YamlError, CourseError, NotConfinedError, SolutionError)
"""Errors that every other submission would meet, too, so that they stop the class."""


class GraderCache(threading.local):
    """The grader of the previous task, reused by the next one of the same job.

    Opening a course and a fork server takes as long as grading about ten submissions.
    """

    # One for each thread: a launcher is not thread-safe, and executors with threads are allowed.
    grader: Grader | None = None


_CACHE = GraderCache()


def encode_task(job: Job, submission: PlannedSubmission, known_sha256: str | None) -> str:
    """Return a task as text; `known_sha256` is the content hash of the result that the sender has already."""
    task = {"version": grader.__version__, "job": job._asdict(), "submission": submission._asdict()}
    return json.dumps({**task, "known_sha256": known_sha256})


def run_task(text: str) -> str:
    """Grade the submission of a task.

    The reply has one of three shapes:

    - `line`, and `document` unless the sender has the result already;
    - `stop`: a sentence that says why nothing can be graded here;
    - `fault`: the traceback of a bug of ours.
    """
    task = json.loads(text)
    try:
        submission = _submission(task)
        line, document = _grader(task).grade(submission, task["known_sha256"])
    except USER_ERRORS as error:
        machine = f"on {platform.node()}: " if task["job"]["is_elsewhere"] else ""
        return json.dumps({"stop": f"{machine}{error}"})
    # As text, too: an exception object would be pickled with all that it refers to.
    except Exception:
        return json.dumps({"fault": traceback.format_exc()})
    return json.dumps({"line": line._asdict(), "document": document})


def _grader(task: dict[str, Any]) -> Grader:
    """Return the cached grader if it is of the task's job, else a new one.

    Raises:
        ClassError: this machine differs from the one that collects the results.
    """
    if task["version"] != grader.__version__:
        raise ClassError(f"token-by-token {grader.__version__} is installed, not {task['version']}; install the same")
    job = Job(**{**task["job"], "exercise_ids": tuple(task["job"]["exercise_ids"])})
    for path in (job.course_folder, task["submission"]["path"]):
        # Only elsewhere: here, a submission that has just been deleted costs itself, not the class.
        if job.is_elsewhere and path and not os.path.lexists(path):
            raise ClassError(f"there is no {path}; all machines need the same folders under the same names")
    if _CACHE.grader is None or _CACHE.grader.job != job:
        # A worker of a cluster outlives runs. The job holds the course's hash, so an edited course is opened anew.
        if _CACHE.grader:
            _CACHE.grader.close()
        _CACHE.grader = None  # before the next line raises, or a closed grader would be reused
        _CACHE.grader = Grader(job)
    return _CACHE.grader


def _submission(task: dict[str, Any]) -> PlannedSubmission:
    """Return the submission that a task holds; JSON has made lists of its tuples."""
    data = task["submission"]
    return PlannedSubmission(**{**data, "files": tuple((stored, name) for stored, name in data["files"])})
