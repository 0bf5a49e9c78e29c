"""The watch's side of the process that grades: start it, send requests, pass its replies on, end it."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from subprocess import DEVNULL, PIPE
from typing import Any, NamedTuple

import grader
from grader.core.errors import LaunchError


class WatchedPlace(NamedTuple):
    """The folders of the course, None for the installed one, and of the workspace, and the confinement wanted."""

    course: str | None
    workspace: str
    confine: str


BOOT = "import sys; sys.path.append(sys.argv[1]); from grader.learner.watch.warm_grader import serve; serve()"
END_SECONDS = 5.0
"""How long the process may take to end by itself, before it is killed."""
ENDED: dict[str, Any] = {"ended": True}
"""Passed on after the last reply."""


class WarmProcess:
    """A process that grades, and a thread that passes its replies on as they come."""

    def __init__(self, place: WatchedPlace, pass_on: Callable[[dict[str, Any]], None]) -> None:
        self._place = place
        self._pass_on = pass_on
        self._number = 0
        self._is_ready = False
        self._left = 0
        self._start()

    @property
    def is_busy(self) -> bool:
        """Return whether a reply is still to come."""
        return self._left > 0

    def request(self, exercise_ids: list[str]) -> None:
        """Have exercises graded; replies to earlier requests are dropped from now on."""
        if self._process.poll() is not None:
            self._start()
        elif self.is_busy:
            self.cancel()
        self._number += 1
        self._left = len(exercise_ids)
        self._send({"number": self._number, "exercises": exercise_ids})

    def cancel(self) -> None:
        """End the grading that is under way, where there are signals for that; its reply is dropped."""
        self._number += 1
        self._left = 0
        if self._is_ready and os.name == "posix":
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGINT)

    def take(self, message: dict[str, Any]) -> bool:
        """Note that a message has come; return False if it answers an earlier request."""
        if "layers" in message:
            self._is_ready = True
        if "number" not in message:
            return True
        is_current = bool(message["number"] == self._number)
        self._left -= is_current
        return is_current

    def close(self) -> None:
        """End the process; its fork server sees that and ends every learner's process."""
        with contextlib.suppress(OSError):
            self._input.close()
        if self.is_busy:
            self.cancel()
        try:
            self._process.wait(END_SECONDS if self._is_ready else 0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(END_SECONDS)

    def _start(self) -> None:
        root = str(Path(grader.__file__).resolve().parents[1])
        # -P: from the current folder, where the learner's files lie, nothing is imported.
        command = [sys.executable, "-P", "-c", BOOT, root]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONUTF8": "1"}
        quiet = None if os.environ.get("LEARN_DEBUG") else DEVNULL
        try:  # in a session of its own: a Ctrl-C in the terminal is for this process, which ends that one
            self._process = subprocess.Popen(
                command, stdin=PIPE, stdout=PIPE, stderr=quiet, env=environment, start_new_session=True
            )
        except OSError as error:
            raise LaunchError(f"{sys.executable} cannot be started: {error.strerror or error}") from error
        self._input: Any = self._process.stdin  # not None: a pipe
        self._is_ready = False
        self._left = 0
        self._send(self._place._asdict())
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()

    def _send(self, message: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):  # it has ended, as the reader will say
            self._input.write(json.dumps(message).encode() + b"\n")
            self._input.flush()

    def _read(self, replies: Any) -> None:
        with replies:
            for line in replies:
                self._pass_on(json.loads(line))
        self._pass_on(ENDED)
