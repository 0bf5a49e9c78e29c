"""Confine this process, for good, with what the trusted process has prepared. Linux only.

The order matters: become another user while that is still allowed, then give up all ways to more rights, then
Landlock, and seccomp last, since it also refuses what the steps before need.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal

from .codec import Json

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 4, 8, 22, 38  # prctl(2)
SECCOMP_MODE_FILTER = 2
LANDLOCK_RESTRICT_SELF = 446  # the same number on every architecture
CAPABILITY_VERSION_3 = 0x20080522
CAP_DAC_READ_SEARCH = 1 << 2


class Instructions(ctypes.Structure):
    """`struct sock_fprog` of linux/filter.h."""

    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


class Capabilities(ctypes.Structure):
    """`cap_user_header_t` of linux/capability.h, and after it the data for 64 capabilities."""

    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


_libc = ctypes.CDLL(None, use_errno=True) if hasattr(os, "fork") else None


def lock(settings: Json, ruleset: int | None) -> None:
    """Apply the layers of `settings`: `uid`, `keeps_reading`, `program`; and Landlock's `ruleset`.

    Raises:
        OSError: a layer cannot be applied; the process must not go on then.
    """
    if settings["uid"] is not None:
        _become(settings["uid"], keeps_reading=settings["keeps_reading"])
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    _prctl(PR_SET_DUMPABLE, 0)
    _prctl(PR_SET_NO_NEW_PRIVS, 1)
    if ruleset is not None:
        restrict(ruleset)
    program = bytes.fromhex(settings["program"])
    if program:
        _filter_calls(program)


def restrict(ruleset: int) -> None:
    """Apply a Landlock ruleset to this process and all that it forks, and close it.

    Raises:
        OSError: that is not possible.
    """
    _prctl(PR_SET_NO_NEW_PRIVS, 1)
    assert _libc is not None
    _check(_libc.syscall(LANDLOCK_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0)))
    os.close(ruleset)


def _become(uid: int, *, keeps_reading: bool) -> None:
    """Become another user without groups and without any right of root's, but for reading if it must be kept."""
    if keeps_reading:
        _prctl(PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    rights = CAP_DAC_READ_SEARCH if keeps_reading else 0
    data = (ctypes.c_uint32 * 6)(rights, rights, 0, 0, 0, 0)
    assert _libc is not None
    with contextlib.suppress(AttributeError):
        _check(_libc.capset(ctypes.byref(Capabilities(CAPABILITY_VERSION_3, 0)), data))


def _filter_calls(program: bytes) -> None:
    """Let the kernel refuse all system calls but those that the BPF program allows."""
    instructions = Instructions(len(program) // 8, program)
    _prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(instructions))


def _prctl(option: int, value: int, more: int = 0) -> None:
    assert _libc is not None
    _check(
        _libc.prctl(
            ctypes.c_int(option), ctypes.c_ulong(value), ctypes.c_ulong(more), ctypes.c_ulong(0), ctypes.c_ulong(0)
        )
    )


def _check(result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
