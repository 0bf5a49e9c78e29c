"""seccomp: the system calls that numeric Python needs; every other is refused. No privilege needed.

It is a list of what is allowed, so that system calls of kernels to come are refused, too. There is no way in it to
open a socket, start a process, send a signal, change an owner, a mode or a time, or look into another process. The
list is in `tests/support/seccomp_filters.py`, which writes the filters beside this file, one for each architecture.
"""

import ctypes
import errno
import os
import sys
from pathlib import Path

from .kernel import PR_SET_SECCOMP, SECCOMP_MODE_FILTER, prctl


class Instructions(ctypes.Structure):
    """`struct sock_fprog` of linux/filter.h."""

    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def read_filter() -> bytes:
    """Return the filter as a BPF program; empty if there is none for this architecture, or the kernel takes none."""
    path = Path(__file__).with_name(f"seccomp-{os.uname().machine}.bpf")
    is_made = sys.maxsize > 1 << 32 and path.is_file()  # a 32-bit interpreter has other numbers of system calls
    return path.read_bytes() if is_made and _kernel_takes_filters() else b""


def _kernel_takes_filters() -> bool:
    try:
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, 0)
    except OSError as error:
        return error.errno == errno.EFAULT  # it would read a filter at address 0
    return False


def apply(instructions: bytes) -> None:
    """Let the kernel refuse all system calls but those that the filter allows."""
    both = Instructions(len(instructions) // 8, instructions)
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(both))
