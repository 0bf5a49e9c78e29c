"""What runs on another machine, or in another process of an executor: a few submissions graded, from text to text.

JSON comes in and JSON goes back, so an executor that pickles what it carries pickles strings, and nothing of a
learner's is ever unpickled. Results are written by the sender only; here, submissions are read and nothing is kept.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import grader
from grader.classes.grade_one import Desk, Item, Job
from grader.classes.worker import FORESEEN, item_from, job_from
from grader.core.errors import ClassError
from grader.course import location
from grader.course.course import Course


def packed(job: Job, items: Sequence[Item], hashes: Mapping[str, str], course_sha256: str) -> str:
    """Write what `grade_sent` needs; `hashes` says which results the sender has, by the student."""
    order = {
        "version": grader.__version__,
        "course": course_sha256,
        "job": job._asdict(),
        "items": [item._asdict() for item in items],
        "hashes": dict(hashes),
    }
    return json.dumps(order)


def grade_sent(text: str) -> str:
    """Grade the submissions that `packed` has written down.

    The answer is `graded`, a list of pairs: the line of each submission, and its result if the sender lacks it. Or it
    is `stop`, with the sentence that says why nothing can be graded here.
    """
    try:
        return json.dumps({"graded": _graded(json.loads(text))})
    except FORESEEN as error:
        return json.dumps({"stop": f"on {platform.node()}: {error}"})


def _graded(order: dict[str, Any]) -> list[tuple[dict[str, Any], Mapping[str, Any] | None]]:
    if order["version"] != grader.__version__:
        raise ClassError(f"token-by-token {grader.__version__} is installed, not {order['version']}; install the same")
    job, items = job_from(order["job"]), [item_from(data) for data in order["items"]]
    folder = Path(job.course_folder) if job.course_folder else None
    for path in (folder, *(Path(item.path) for item in items)):
        if path and not os.path.lexists(path):
            raise ClassError(f"there is no {path}; all machines need the same folders under the same names")
    if Course(location.find(folder)).sha256 != order["course"]:
        raise ClassError("the course is not the same as where the class is; give all machines the same")
    made = Made(order["hashes"])
    with Desk(job, made) as desk:
        lines = [desk.grade(item) for item in items]
    return [(line._asdict(), made.documents.get(line.student)) for line in lines]


class Made:
    """Stands where results are kept: holds those that are made, and knows of the sender's what they were made from."""

    def __init__(self, hashes: Mapping[str, str]) -> None:
        self._hashes = hashes
        self.documents: dict[str, Mapping[str, Any]] = {}

    def find(self, student: str, content_hash: str) -> dict[str, Any] | None:
        """Return a result without content if the sender has one with this hash, and need not be sent it again."""
        if self._hashes.get(student) != content_hash:
            return None
        about = {"late_seconds": None, "late": False}
        return {
            "student": student,
            "status": "",
            "score": 0,
            "max_score": 0,
            "exercises": [],
            "submission": about,
        }

    def put(self, student: str, document: Mapping[str, Any]) -> None:
        """Keep a student's result until it is sent back."""
        self.documents[student] = document
