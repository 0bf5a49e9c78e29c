"""Confinement of learners' processes: how much is wanted, and what this machine has.

The processes confine themselves, in `child/confine/`, with what is prepared here.
"""

import importlib.util
import sys
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from grader.child.confine import Settings, landlock, seccomp
from grader.child.confine.view import View, of_interpreter
from grader.core.errors import LaunchError, NotConfinedError
from grader.sandbox.optional_walls import has_bubblewrap, in_a_box, rights_as_nobody

UNCONFINED = ("own process", "limits")
"""The layers that every platform has."""


class ConfinementMode(Enum):
    """How much confinement is asked for."""

    AUTO = "auto"
    STRICT = "strict"
    NONE = "none"


class Confinement(NamedTuple):
    """The layers that learners' processes get on this machine."""

    view: View
    has_landlock: bool
    filter: bytes
    """The filter of seccomp, empty if this machine has none."""
    rights: int | None = None
    """The capabilities that `nobody` keeps; None if there is no other user."""
    is_boxed: bool = False
    """Whether the fork server is in a box, where processes have other numbers and end with it."""

    @property
    def layers(self) -> tuple[str, ...]:
        own_user = self.rights is not None
        found = {
            "own user": own_user,
            "landlock": self.has_landlock,
            "seccomp": self.filter,
            "bubblewrap": self.is_boxed,
        }
        return (*UNCONFINED, *(name for name, is_there in found.items() if is_there))

    def request(self) -> tuple[Settings, list[int]]:
        """Return what `confine_server` takes: the settings, and descriptors of rulesets, which the caller closes."""
        settings = Settings(filter=self.filter.hex(), rights=self.rights)
        if not self.has_landlock:
            return settings, []
        entries = self.view.entries()  # each by itself: in a box they hang in folders that Landlock has never seen
        readable = (*entries, *self.view.devices)
        # For the fork server, and on top of it for each process, which has no /proc.
        return settings, [landlock.make_ruleset(*readable, "/proc"), landlock.make_ruleset(*readable)]

    def wrap(self, command: list[str], scratch: str) -> list[str]:
        """Return the command that starts the fork server, in a box where there is one."""
        return in_a_box(command, self.view, scratch) if self.is_boxed else command


def prepare(mode: ConfinementMode, *, may_wrap: bool, readable: Sequence[str] = ()) -> Confinement | None:
    """Prepare the layers that this machine has; None where none is wanted or the platform has none.

    `may_wrap` is false for a fork server that is forked from this process, which no command can confine any more.
    `readable` are folders and files that learners' processes may read beside Python and numpy.
    """
    if mode is ConfinementMode.NONE or sys.platform != "linux":
        return None
    try:
        view = of_interpreter(numpy_folder(), child_folder())  # not the folder of the package: it holds the solutions
    except OSError as error:
        what = f"{error.filename} cannot be read: {error.strerror}"
        raise NotConfinedError(f"{what}; mount /proc, which confinement needs, or use --confine none") from error
    view = view._replace(others=(*view.others, *readable))
    has_landlock, program = landlock.version() > 0, seccomp.read_filter()
    rights = rights_as_nobody(view, is_held=has_landlock and bool(program))
    return Confinement(view, has_landlock, program, rights, is_boxed=may_wrap and has_bubblewrap())


def child_folder() -> str:
    """Return the folder of what runs in learners' processes."""
    return str(Path(__file__).resolve().parents[1] / "child")


def numpy_folder() -> str:
    """Return the folder that numpy is installed in; raise LaunchError if it is not."""
    return str(Path(numpy_file()).parent.parent)


def numpy_file() -> str:
    """Return the file of numpy's package; raise LaunchError if it is not installed."""
    found = importlib.util.find_spec("numpy")  # finds it without loading it
    if found is None or found.origin is None:
        raise LaunchError("numpy is not installed; install token-by-token again")
    return found.origin
