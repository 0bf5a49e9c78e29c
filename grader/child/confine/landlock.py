"""Landlock: what may be read, nothing to write, no TCP, no signals out. Linux 5.13 and later, no privilege needed."""

import contextlib
import ctypes
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import LIBC, Layer, Settings, check, prctl
from .privileges import PR_SET_NO_NEW_PRIVS

if TYPE_CHECKING:
    from .view import View

LANDLOCK_RESTRICT_SELF = 446  # the same number on every architecture


class Landlock(Layer):
    """Before seccomp, which refuses its system calls."""

    name = "landlock"
    order = 30

    def prepare(self, view: "View", prepared: Sequence[str]) -> Settings | None:
        """Return nothing to apply it with but the rulesets, None where the kernel or the library is missing."""
        return {} if is_available() else None

    def descriptors(self, view: "View") -> tuple[int, int] | None:
        """Make two rulesets: for the fork server, and on top of it for each process, which has no /proc."""
        entries = view.entries()  # each by itself: in a box they hang in folders that Landlock has never seen
        return ruleset(*entries, *view.devices, "/proc"), ruleset(*entries, *view.devices)

    def confine_server(self, settings: Settings, descriptor: int | None) -> None:
        self.confine_process(settings, descriptor)

    def confine_process(self, settings: Settings, descriptor: int | None) -> None:
        """Restrict this process and all that it forks."""
        assert descriptor is not None
        prctl(PR_SET_NO_NEW_PRIVS, 1)  # the kernel asks for it
        check(LIBC.syscall(LANDLOCK_RESTRICT_SELF, ctypes.c_int(descriptor), ctypes.c_uint32(0)))
        os.close(descriptor)


LAYER = Landlock()


def is_available() -> bool:
    """Return whether the kernel has Landlock and its library is installed."""
    try:
        import landlockpy  # here, since learners' processes import this file and must not find the library
    except (ImportError, OSError):
        return False
    try:
        return landlockpy.abi_version() >= 1
    except OSError:
        return False


def ruleset(*paths: str) -> int:
    """Make a ruleset and return its descriptor: folders and files may be read and mapped, /dev/null written.

    Everything else is refused, as far as the kernel can: other files, TCP, abstract sockets, signals to
    processes outside.
    """
    from landlockpy import AccessFS, Ruleset, Scope  # trusted half only: the learner's process has no packages

    read = AccessFS.READ_FILE | AccessFS.READ_DIR | AccessFS.EXECUTE
    with Ruleset(scoped=Scope.ABSTRACT_UNIX_SOCKET | Scope.SIGNAL) as rules:
        for path in paths:
            with contextlib.suppress(FileNotFoundError):
                rules.allow_path(path, read if os.path.isdir(path) else read & ~AccessFS.READ_DIR)
        rules.allow_path("/dev/null", AccessFS.READ_FILE | AccessFS.WRITE_FILE)
        return os.dup(rules.fileno())
