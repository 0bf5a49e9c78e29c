"""System calls of Linux that Python has no function for."""

from __future__ import annotations

import ctypes
import os

_libc = ctypes.CDLL(None, use_errno=True) if hasattr(os, "fork") else None


def prctl(option: int, value: int, more: int = 0) -> None:
    """Set an attribute of this process.

    Raises:
        OSError: the kernel refuses it.
    """
    # As longs: ctypes would pass an int, whose upper half the kernel reads as whatever the register holds.
    rest = [ctypes.c_ulong(each) for each in (value, more, 0, 0)]
    check(libc().prctl(ctypes.c_int(option), *rest))


def libc() -> ctypes.CDLL:
    """Return the C library."""
    assert _libc is not None
    return _libc


def check(result: int) -> None:
    """Check the result of a system call.

    Raises:
        OSError: the kernel has refused it.
    """
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
