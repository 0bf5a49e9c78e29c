"""Confinement of a learner's process by itself, with what the trusted process has prepared. Linux only.

Learners' processes import these files, so they import the standard library and one another only.
"""

import os
import signal
from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from . import landlock, seccomp
from .kernel import PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_SET_NO_NEW_PRIVS, PR_SET_PDEATHSIG, prctl, set_capabilities

NOBODY = 65534


class Settings(TypedDict):
    """The message of the trusted process, as JSON: `filter` in hexadecimal digits, `rights` as in `Walls`."""

    filter: str
    rights: int | None


class Walls(NamedTuple):
    """Confinement of each learner's process."""

    ruleset: int | None
    """The descriptor of Landlock's ruleset."""
    filter: bytes
    rights: int | None
    """The capabilities that remain when the process becomes `nobody`; None if it stays its user's."""


def confine_server(settings: Settings, rulesets: Sequence[int]) -> Walls:
    """Confine this fork server; return what each process that it forks is to be confined with.

    `rulesets` are Landlock's for the server and for each process, or none.
    """
    own, ruleset = rulesets or (None, None)
    if own is not None:
        landlock.restrict(own)
    return Walls(ruleset, bytes.fromhex(settings["filter"]), settings["rights"])


def confine_process(walls: Walls) -> None:
    """Confine this learner's process, for good. A later step refuses what an earlier one needs.

    Raises:
        OSError: a step is refused; the process must not go on then.
    """
    if walls.rights is not None:
        _become_nobody(walls.rights)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # it ends with the fork server; a change of user would reset this
    prctl(PR_SET_DUMPABLE, 0)  # no process of its user can look into it
    prctl(PR_SET_NO_NEW_PRIVS, 1)  # no program can give it more rights
    if walls.ruleset is not None:
        landlock.restrict(walls.ruleset)
    if walls.filter:
        seccomp.apply(walls.filter)


def _become_nobody(rights: int) -> None:
    if rights:
        prctl(PR_SET_KEEPCAPS, 1)  # else the change of user drops all capabilities
    os.setgroups([])  # before the user changes, which takes the right to
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    set_capabilities(rights)
