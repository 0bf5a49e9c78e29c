"""Walls on top of Landlock and seccomp, where this machine has them: another user, and bubblewrap.

As root, a learner's process becomes `nobody`, so that a hole in the others is not root's; without this, of all known
attacks, `environment/other_rights` finds itself root, and can do nothing with it. No known attack needs bubblewrap. It
hides what Landlock does not: names, sizes and times of files, and other processes. And it stands in for Landlock.
"""

import os
import subprocess
from functools import cache
from pathlib import Path

from grader.child.confine.view import View
from grader.files.find_program import find_program

TRIAL_SECONDS = 10.0
CAP_DAC_READ_SEARCH = 1 << 2
ROOT_KEEPS = ("CAP_SETUID", "CAP_SETGID", "CAP_KILL", "CAP_DAC_READ_SEARCH")
"""The capabilities with which root's fork server starts processes of another user, reads Python, and ends them."""


def rights_as_nobody(view: View, *, is_held: bool) -> int | None:
    """Return the capabilities that root's learners' processes keep as another user, None if they stay their user's.

    Where Python lies in a folder that only root can read, the right to read stays, and only that. That is sound
    only if Landlock says what may be read and seccomp what may be done (`is_held`); else there is no other user.
    """
    if os.geteuid() != 0:
        return None
    if view.is_open_to_all():
        return 0
    return CAP_DAC_READ_SEARCH if is_held else None


@cache
def has_bubblewrap() -> bool:
    """Return whether bubblewrap is installed and may make its namespaces here, by trying."""
    program = find_program("bwrap")
    if program is None:
        return False
    command = [program, *_namespaces(), "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"]
    try:
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TRIAL_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def in_a_box(command: list[str], view: View, scratch: str) -> list[str]:
    """Return the command that runs the fork server in a box; `scratch` holds the learners' empty folders."""
    words = [str(find_program("bwrap")), *_namespaces(), "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    if os.geteuid() == 0:
        for capability in ROOT_KEEPS:
            words += ["--cap-add", capability]
    bound = [path for path in (*view.interpreter, *view.entries(), *view.devices) if not path.startswith("/dev/")]
    above = {str(folder) for path in (*bound, scratch) for folder in Path(path).parents}
    for folder in sorted(above - {"/"}):
        words += ["--perms", "0755", "--dir", folder]  # left alone, bubblewrap makes them root's only
    for path in bound:
        words += ["--ro-bind-try", path, path]  # "try": some may not be there, such as pyvenv.cfg
    return [*words, "--proc", "/proc", "--dev", "/dev", "--ro-bind", scratch, scratch, "--chdir", "/", "--", *command]


def _namespaces() -> list[str]:
    """Return the namespaces to ask for; root needs none for users, and changes the user itself."""
    if os.geteuid() == 0:
        return ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    return ["--unshare-all", "--unshare-user", "--disable-userns"]
