"""The watch's side of the process that grades: requests by number, and the replies that are still wanted."""

import os
from collections.abc import Callable
from typing import NamedTuple

from grader.core.errors import LaunchError
from grader.core.shapes import JsonObject
from grader.sandbox.worker import Worker

SERVER = "grader.learner.watch.warm_grader"
SLOW_SECONDS = 0.2
"""A verdict that takes longer is announced, and its first checks are shown before the others are made."""


class WatchedPlace(NamedTuple):
    """The folders of the course, None for the installed one, and of the workspace, and the confinement wanted."""

    course: str | None
    workspace: str
    confine: str


class WarmProcess:
    """A process that grades; a thread passes its replies on as they come."""

    def __init__(self, place: WatchedPlace, pass_on: Callable[[JsonObject], None]) -> None:
        self._place = place
        self._pass_on = pass_on
        self._number = 0
        self._left = 0
        self._worker = self._start()

    @property
    def is_busy(self) -> bool:
        return self._left > 0

    def request(self, exercise_ids: list[str]) -> None:
        """Have exercises graded; this ends a grading that is under way, and its reply is dropped."""
        if self._worker.has_ended:
            self._worker = self._start()
        self._number += 1
        self._left = len(exercise_ids)
        self._worker.send({"number": self._number, "exercises": exercise_ids})

    def take(self, message: JsonObject) -> bool:
        """Note that a message has come; return False if it answers an earlier request."""
        if "number" not in message:
            return True
        is_current = bool(message["number"] == self._number)
        self._left -= is_current and "so_far" not in message
        return is_current

    def close(self) -> None:
        """End the process; its fork server sees that and ends every learner's process."""
        self._worker.close()

    def _start(self) -> Worker:
        try:
            worker = Worker(SERVER, self._pass_on, is_quiet=not os.environ.get("LEARN_DEBUG"))
        except OSError as error:
            raise LaunchError(f"the process that grades cannot be started: {error.strerror or error}") from error
        self._left = 0
        worker.send(self._place._asdict())
        return worker
