"""No new privileges: no program can give a learner's process more rights, no process of its user can look into it."""

import signal
from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import Layer, Settings, prctl

if TYPE_CHECKING:
    from .view import View

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38  # prctl(2)


class Privileges(Layer):
    """After the change of user, which resets all but the last; before seccomp, which refuses prctl(2)."""

    order = 20

    def prepare(self, view: "View", prepared: Sequence[str]) -> Settings | None:
        """Return nothing to apply it with: every Linux has it."""
        return {}

    def confine_process(self, settings: Settings, descriptor: int | None) -> None:
        """End with the fork server, leave no memory to be read, and gain no rights by running a program."""
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        prctl(PR_SET_DUMPABLE, 0)
        prctl(PR_SET_NO_NEW_PRIVS, 1)


LAYER = Privileges()
