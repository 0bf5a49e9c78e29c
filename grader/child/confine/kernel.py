"""System calls of Linux that Python has no function for."""

import ctypes
import os
from typing import Any

LIBC: Any = ctypes.CDLL(None, use_errno=True) if hasattr(os, "fork") else None
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 4, 8, 22, 38  # prctl(2)
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522


def prctl(option: int, value: int, more: int = 0) -> None:
    """Set an attribute of this process; raise OSError if the kernel refuses."""
    # As longs: ctypes would pass an int, whose upper half the kernel reads as whatever the register holds.
    rest = [ctypes.c_ulong(argument) for argument in (value, more, 0, 0)]
    check(LIBC.prctl(ctypes.c_int(option), *rest))


def system_call(number: int, *arguments: int | bytes | None) -> int:
    """Make a system call by its number, bytes by their address; raise OSError if the kernel refuses."""
    passed = [ctypes.c_long(each) if isinstance(each, int) else ctypes.c_char_p(each) for each in arguments]
    result = int(LIBC.syscall(ctypes.c_long(number), *passed))
    check(min(result, 0))
    return result


def set_capabilities(rights: int) -> None:
    """Keep these capabilities, as permitted and effective, and no other."""
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    check(LIBC.capset(header, (ctypes.c_uint32 * 6)(rights, rights, 0, 0, 0, 0)))


def check(result: int) -> None:
    """Raise OSError if a system call returned that the kernel has refused it."""
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
