"""Confine learners' processes: which layers there are, which are wanted, and what is prepared for each.

One file for each way: `landlock` and `seccomp` need no privilege, `bubblewrap` comes on top where it may. What is prepared here, in the trusted process, is
applied by `grader/sandbox/child/confine.py` in the learner's; `probe` finds out by trying whether it holds.
"""

from __future__ import annotations

import os
import sys
from enum import Enum
from typing import Any, NamedTuple

from grader.sandbox.confine import bubblewrap, landlock, seccomp, view

NOBODY = 65534
"""The user that learners' processes become when we are root."""


class Wanted(Enum):
    """How much confinement is asked for."""

    AUTO = "auto"
    STRICT = "strict"
    NONE = "none"


class NotConfinedError(RuntimeError):
    """Confinement was asked for that this machine does not give; the message says what is missing."""


class Lock(NamedTuple):
    """What learners' processes are confined with.

    `program` is the seccomp filter as BPF, empty if there is none; `uid` is the user to become, None to stay;
    `keeps_reading` says that Python lies where only root can read, so that this one right of root's is kept, which is
    sound only because Landlock says what may be read.
    """

    view: view.View
    has_landlock: bool
    program: bytes
    uid: int | None
    keeps_reading: bool
    has_box: bool

    @property
    def layers(self) -> tuple[str, ...]:
        """Name the layers."""
        names = ["own process", "limits"]
        names += ["own user"] if self.uid is not None else []
        names += ["landlock"] if self.has_landlock else []
        names += ["seccomp"] if self.program else []
        names += ["bubblewrap"] if self.has_box else []
        return tuple(names)

    @property
    def settings(self) -> dict[str, Any]:
        """Return what `child/lock.py` is told."""
        return {"uid": self.uid, "keeps_reading": self.keeps_reading, "program": self.program.hex()}

    def rulesets(self) -> list[int]:
        """Make two Landlock rulesets: for the fork server, and on top of it for each process, which has no /proc."""
        if not self.has_landlock:
            return []
        entries = self.view.entries()  # each by itself: in a box they hang in folders that Landlock has never seen
        server = landlock.ruleset(entries, (*self.view.devices, "/proc"))
        return [server, landlock.ruleset(entries, self.view.devices)]


def prepare(wanted: Wanted, numpy_folder: str, child_folder: str, *, may_box: bool) -> Lock | None:
    """Prepare what this machine offers; None where nothing is wanted or nothing can be had.

    `may_box` is false for processes that are forked from this one, which cannot be put in a box any more.
    """
    if wanted is Wanted.NONE or sys.platform != "linux":
        return None
    seen = view.of_interpreter(numpy_folder, child_folder)
    has_landlock, program = landlock.is_available(), seccomp.program()
    uid = NOBODY if os.geteuid() == 0 else None
    keeps_reading = uid is not None and not all(map(view.is_open_to_all, seen.folders))
    if keeps_reading and not (has_landlock and program):
        uid, keeps_reading = None, False
    return Lock(seen, has_landlock, program, uid, keeps_reading, may_box and bubblewrap.is_available())
