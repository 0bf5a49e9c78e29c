"""Landlock: what may be read, nothing to write, no TCP, no signals out. Linux 5.13 and later, no privilege needed."""

import contextlib
import os
import struct

from .kernel import PR_SET_NO_NEW_PRIVS, prctl, system_call

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same numbers on every architecture
VERSION, PATH_BENEATH = 1, 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
HANDLED = (
    (1, 13, 0, 0),
    (2, 14, 0, 0),
    (3, 15, 0, 0),
    (4, 15, 2, 0),
    (5, 16, 2, 0),
    (6, 16, 2, 2),
    (9, 17, 2, 2),
    (10, 17, 4, 2),
)
"""From which version on, how many rights there are to files and to the network, and how many scopes (linux/landlock.h)."""


def version() -> int:
    """Return the version of the kernel's Landlock, 0 where it has none."""
    try:
        return system_call(CREATE_RULESET, None, 0, VERSION)
    except OSError:
        return 0


def make_ruleset(*paths: str) -> int:
    """Make a ruleset and return its descriptor: folders and files may be read and mapped, /dev/null written.

    Everything else is refused, as far as the kernel can: other files, TCP, abstract sockets, signals to
    processes outside.
    """
    *_, handled = (bits for first, *bits in HANDLED if first <= version())
    attributes = struct.pack("=3Q", *((1 << bits) - 1 for bits in handled))
    ruleset = system_call(CREATE_RULESET, attributes, len(attributes), 0)
    for path in paths:
        with contextlib.suppress(FileNotFoundError):
            _allow(ruleset, path, READ_FILE | EXECUTE | (READ_DIR if os.path.isdir(path) else 0))
    _allow(ruleset, os.devnull, READ_FILE | WRITE_FILE)
    return ruleset


def _allow(ruleset: int, path: str, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH)
    try:
        system_call(ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", rights, descriptor), 0)
    finally:
        os.close(descriptor)


def restrict(ruleset: int) -> None:
    """Restrict this process and all that it forks."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)  # the kernel asks for it
    system_call(RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)
