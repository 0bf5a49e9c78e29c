"""bubblewrap: namespaces of their own for the fork server and all it forks, where this machine allows that.

Inside there are no other processes, no network, and no files but those that the view names, so that even their names,
sizes and times are hidden. It comes on top of Landlock and seccomp, which hold without it.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from . import Layer, Settings

if TYPE_CHECKING:
    from .view import View

TRIAL_SECONDS = 10.0
ROOT_KEEPS = ("CAP_SETUID", "CAP_SETGID", "CAP_KILL", "CAP_DAC_READ_SEARCH")
"""The capabilities with which root's fork server starts processes of another user, reads Python, and ends them."""


class Bubblewrap(Layer):
    """Around the fork server, so that learners' processes are in it from their beginning."""

    name = "bubblewrap"
    order = 50
    wraps_server = True

    def prepare(self, view: "View", prepared: Sequence[str]) -> Settings | None:
        """Return nothing to apply it with but the command, None where it cannot make its namespaces."""
        return {} if is_available() else None

    def wrap(self, command: Sequence[str], view: "View", scratch: str) -> list[str]:
        """Return the command that runs the fork server in a box."""
        return [*prefix(view, scratch), *command]


LAYER = Bubblewrap()


@cache
def is_available() -> bool:
    """Return whether bubblewrap is installed and may make its namespaces here, by trying."""
    if program() is None:
        return False
    command = [str(program()), *_namespaces(), "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--", "true"]
    try:
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TRIAL_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


@cache
def program() -> str | None:
    """Return the path of `bwrap`, absolute: the server starts in another folder and without our PATH."""
    found = shutil.which("bwrap")
    return os.path.abspath(found) if found else None


def prefix(view: "View", scratch: str) -> list[str]:
    """Return the arguments before a command that run it in a box."""
    words = [str(program()), *_namespaces(), "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    if os.geteuid() == 0:
        for capability in ROOT_KEEPS:
            words += ["--cap-add", capability]
    bound = [path for path in (*view.interpreter, *view.entries(), *view.devices) if not path.startswith("/dev/")]
    above = {str(folder) for path in (*bound, scratch) for folder in Path(path).parents}
    for folder in sorted(above - {"/"}):
        words += ["--perms", "0755", "--dir", folder]  # left alone, bubblewrap makes them root's only
    for path in bound:
        words += ["--ro-bind-try", path, path]  # "try": some may not be there, such as pyvenv.cfg
    words += ["--proc", "/proc", "--dev", "/dev", "--ro-bind", scratch, scratch, "--chdir", "/", "--"]
    return words


def _namespaces() -> list[str]:
    """Return the namespaces to ask for; root needs none for users, and changes the user itself."""
    if os.geteuid() == 0:
        return ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    return ["--unshare-all", "--unshare-user", "--disable-userns"]
