"""A process that grades for `processes`: `python -P -m grader.classes.worker`, one JSON object a line in and out.

The first line in is the job, every other one a shard. Out comes a line for each submission, and an empty object at the
end of a shard. The process ends with its parent, or when there is no more to read.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from typing import Any, TextIO

from grader.classes.grade_one import Desk, Item, Job
from grader.core.errors import ClassError
from grader.course.exercise_file import ExerciseError
from grader.course.location import NoContentError
from grader.course.solutions import SolutionError
from grader.sandbox.confine import NotConfinedError

FORESEEN = (ClassError, ExerciseError, NoContentError, NotConfinedError, SolutionError)


def main(lines: TextIO, answers: TextIO) -> int:
    """Grade shards until there are no more; return the exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this one in order
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    parent = os.getppid()

    def answer(data: dict[str, Any]) -> None:
        answers.write(json.dumps(data) + "\n")
        answers.flush()

    try:
        with Desk(job_from(json.loads(lines.readline()))) as desk:
            answer({})
            for line in lines:
                for data in json.loads(line):
                    if os.getppid() != parent:
                        return 0
                    answer(desk.grade(item_from(data))._asdict())
                answer({})
    except BrokenPipeError:
        return 0
    except FORESEEN as error:
        answer({"stop": str(error)})
    except Exception:
        traceback.print_exc()
        answer({"stop": ""})
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it is ending; a second way out would be told as an error
    return 0


def job_from(data: dict[str, Any]) -> Job:
    """Return the job that a line holds."""
    return Job(**{**data, "exercise_ids": tuple(data["exercise_ids"])})


def item_from(data: dict[str, Any]) -> Item:
    """Return the submission that a line holds."""
    return Item(**{**data, "files": tuple((stored, name) for stored, name in data["files"])})


if __name__ == "__main__":
    sys.exit(main(sys.stdin, sys.stdout))
