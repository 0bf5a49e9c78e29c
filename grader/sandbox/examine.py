"""Try out what a learner's process can do that confinement should prevent."""

import os
import socket
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from grader.core.errors import NotConfinedError
from grader.sandbox.confinement import ConfinementMode
from grader.sandbox.launcher import Launcher, launcher

EFFECTS = {
    "read": "read files that are not Python's or numpy's",
    "package": "read this package, its exercises and its solutions",
    "write": "write files",
    "change": "change files' modes",
    "connect": "connect to the network",
    "socket": "open sockets",
    "fork": "start processes",
    "signal": "send signals to other processes",
    "signal by files": "have the kernel signal other processes",
    "list processes": "see other processes",
}
"""The effects tried, in words that follow "a learner's process can"."""


def possible_effects(made: Launcher) -> list[str]:
    """Start a learner's process and let it try every effect; return the names of those that were possible."""
    if sys.platform == "win32":  # no layer is there; and signal 0, harmless elsewhere, is Ctrl-C
        return list(EFFECTS)
    # Imported here, after the fork server was started: this process loads numpy, 0.3 s of CPU, while the server does.
    from grader.course.exercise import Limits
    from grader.sandbox.process import LearnerProcess

    with (
        tempfile.TemporaryDirectory(prefix="learn-probe-") as folder,
        socket.create_server(("127.0.0.1", 0)) as listener,
    ):
        os.chmod(folder, 0o777)  # open to all, so that only confinement can refuse it
        secret = Path(folder) / "secret"
        secret.write_text("planted")
        secret.chmod(0o666)
        targets = {
            "package": str(Path(__file__).resolve()),
            "secret": str(secret),
            "outside": folder,
            "port": listener.getsockname()[1],
            "server": os.getpid(),
        }
        with LearnerProcess(made, {}) as process:
            return [name for name in process.probe(targets, Limits()) if name in EFFECTS]


def open_launcher(
    mode: ConfinementMode = ConfinementMode.AUTO,
    *,
    is_quick: bool = False,
    readable: Sequence[str] = (),
) -> Launcher:
    """Return a launcher, as `launcher` does, after trying out its confinement.

    Raises:
        NotConfinedError: strict confinement is wanted, and something that it is to prevent is possible here.
    """
    made = launcher(mode, is_quick=is_quick, readable=readable)
    if mode is not ConfinementMode.NONE:
        try:
            examine(made, is_strict=mode is ConfinementMode.STRICT)
        except BaseException:
            made.close()
            raise
    return made


def examine(made: Launcher, *, is_strict: bool) -> None:
    """Try every effect in a learner's process; add those that were possible to the launcher's layers.

    Raises:
        NotConfinedError: strict confinement is wanted, and something is not prevented; the message says what.
    """
    possible = possible_effects(made)
    if possible and is_strict:
        words = ", ".join(EFFECTS[name] for name in possible)
        raise NotConfinedError(
            f"learners' code is not confined enough on this machine: it can {words}; "
            "grade on Linux 5.13 or later, or say --confine none if you trust every submission"
        )
    if possible:
        made.layers = (*made.layers, f"open: {', '.join(possible)}")
