"""seccomp: the system calls that numeric Python needs; every other is refused. No privilege needed.

It is a list of what is allowed, so that system calls of kernels to come are refused, too. There is no way in it to
open a socket, start a process, send a signal, change an owner, a mode or a time, or look into another process.
"""

import ctypes
import errno
import tempfile
from collections.abc import Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from . import Layer, Settings, prctl

if TYPE_CHECKING:
    from .view import View

PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2  # prctl(2)
CLONE_THREAD = 0x00010000
ALLOWED = """
    read write readv writev pread64 pwrite64 preadv pwritev lseek close close_range dup dup2 dup3 pipe pipe2
    open openat stat fstat lstat newfstatat statx statfs fstatfs access faccessat faccessat2 readlink readlinkat getdents
    getdents64 getcwd chdir fchdir mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 ftruncate fsync fdatasync
    fallocate flock umask
    mmap munmap mremap mprotect madvise brk mlock munlock membarrier
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait sigaltstack restart_syscall
    futex futex_time64 futex_waitv set_robust_list get_robust_list rseq set_tid_address sched_yield sched_getaffinity
    sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min getcpu arch_prctl
    nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times alarm getitimer setitimer pause
    poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd2
    shutdown getsockopt getsockname getpeername
    getpid gettid getppid getpgid getpgrp getsid getuid geteuid getgid getegid getresuid getresgid getgroups
    getrusage getrlimit uname sysinfo getrandom wait4 waitid exit exit_group
""".split()
FCNTLS = {"F_DUPFD": 0, "F_GETFD": 1, "F_SETFD": 2, "F_GETFL": 3, "F_DUPFD_CLOEXEC": 1030}
"""Commands of fcntl(2), all that Python needs but F_SETFL. F_SETOWN and F_SETSIG would signal any process of the user."""
F_SETFL, O_ASYNC = 4, 0o20000
MESSAGES = {"sendto": 3, "sendmsg": 2, "recvfrom": 3, "recvmsg": 2}
"""Where each takes its flags; MSG_OOB alone has had holes in the kernel (CVE-2025-38236)."""
MSG_NOSIGNAL = 0x4000
IOCTLS = {"FIONBIO": 0x5421, "FIONREAD": 0x541B, "TCGETS": 0x5401, "FIOCLEX": 0x5451, "FIONCLEX": 0x5450}


class Instructions(ctypes.Structure):
    """`struct sock_fprog` of linux/filter.h."""

    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


class Seccomp(Layer):
    """Last, since it also refuses what the layers before need."""

    name = "seccomp"
    order = 40

    def prepare(self, view: "View", prepared: Sequence[str]) -> Settings | None:
        """Return the filter, None where the library or the kernel's part of it is missing."""
        return {"program": program().hex()} if program() else None

    def confine_process(self, settings: Settings, descriptor: int | None) -> None:
        """Let the kernel refuse all system calls but those that the filter allows."""
        instructions = bytes.fromhex(settings["program"])
        both = Instructions(len(instructions) // 8, instructions)
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(both))


LAYER = Seccomp()


@cache
def program() -> bytes:
    """Return the filter as a BPF program; empty if the library or the kernel's part of it is missing."""
    try:
        import pyseccomp  # type: ignore[import-untyped]  # here, since learners' processes import this file
    except (ImportError, OSError, RuntimeError):
        return b""
    rules, equal, masked = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.EPERM)), pyseccomp.EQ, pyseccomp.MASKED_EQ
    add = partial(_add, pyseccomp, rules)
    for name in ALLOWED:
        add(name)
    for number in IOCTLS.values():
        add("ioctl", pyseccomp.Arg(1, equal, number))
    for number in FCNTLS.values():
        add("fcntl", pyseccomp.Arg(1, equal, number))
    add("fcntl", pyseccomp.Arg(1, equal, F_SETFL), pyseccomp.Arg(2, masked, O_ASYNC, 0))
    for name, place in MESSAGES.items():
        add(name, pyseccomp.Arg(place, masked, 0xFFFFFFFF & ~MSG_NOSIGNAL, 0))
    add("clone", pyseccomp.Arg(0, masked, CLONE_THREAD, CLONE_THREAD))
    add("prlimit64", pyseccomp.Arg(2, equal, 0))  # reading a limit only
    # Not there: threads are made with clone then, whose flags can be seen.
    add("clone3", action=pyseccomp.ERRNO(errno.ENOSYS))
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)  # as bytes, so that the learner's process needs no library to apply it
        file.seek(0)
        return file.read()


def _add(library: Any, rules: Any, name: str, *arguments: Any, action: int | None = None) -> None:
    """Add a rule for a system call, where the processor's kernel has it; it allows the call unless said otherwise."""
    try:
        number = library.resolve_syscall(library.Arch.NATIVE, name)
    except (ValueError, OSError):
        return
    if number >= 0:
        rules.add_rule(library.ALLOW if action is None else action, name, *arguments)
