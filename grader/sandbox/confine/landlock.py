"""Landlock: what may be read, nothing to write, no TCP, no signals out. Linux 5.13 and later, no privilege needed."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence


def is_available() -> bool:
    """Say whether the kernel has Landlock and the library for it is installed."""
    try:
        import landlockpy
    except (ImportError, OSError):
        return False
    try:
        return landlockpy.abi_version() >= 1
    except OSError:
        return False


def ruleset(folders: Sequence[str], files: Sequence[str]) -> int:
    """Make a ruleset and return its descriptor: folders and files may be read and mapped, /dev/null written.

    Everything else is refused, as far as the kernel can: other files, TCP, abstract sockets, signals to
    processes outside.
    """
    from landlockpy import AccessFS, Ruleset, Scope

    read = AccessFS.READ_FILE | AccessFS.READ_DIR | AccessFS.EXECUTE
    with Ruleset(scoped=Scope.ABSTRACT_UNIX_SOCKET | Scope.SIGNAL) as rules:
        for path in (*folders, *files):
            with contextlib.suppress(FileNotFoundError):
                rules.allow_path(path, read if os.path.isdir(path) else read & ~AccessFS.READ_DIR)
        rules.allow_path("/dev/null", AccessFS.READ_FILE | AccessFS.WRITE_FILE)
        return os.dup(rules.fileno())
