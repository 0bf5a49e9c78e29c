"""Write the seccomp filters that the package brings: `python tests/support/seccomp_filters.py`.

They are bytes in the package, so that nothing makes them on the machine that grades. `tests/child/test_seccomp.py`
compares them with what is said here, and runs them.
"""

from __future__ import annotations

import errno
import struct
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "grader/child/confine"
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""As `uname` calls them, and as the kernel does (AUDIT_ARCH_* of linux/audit.h)."""
ALLOWED = """
    read:0:63 write:1:64 readv:19:65 writev:20:66 pread64:17:67 lseek:8:62 close:3:57 close_range:436:436
    dup:32:23 dup2:33: dup3:292:24 pipe:22: pipe2:293:59 open:2: openat:257:56 stat:4: fstat:5:80 lstat:6:
    newfstatat:262:79 statx:332:291 statfs:137:43 fstatfs:138:44 access:21: faccessat:269:48 faccessat2:439:439
    readlink:89: readlinkat:267:78 getdents:78: getdents64:217:61 getcwd:79:17 chdir:80:49 fchdir:81:50
    mmap:9:222 munmap:11:215 mremap:25:216 mprotect:10:226 madvise:28:233 brk:12:214 membarrier:324:283
    rt_sigaction:13:134 rt_sigprocmask:14:135 rt_sigreturn:15:139 rt_sigpending:127:136 rt_sigsuspend:130:133
    rt_sigtimedwait:128:137 sigaltstack:131:132 restart_syscall:219:128
    futex:202:98 futex_waitv:449:449 set_robust_list:273:99 get_robust_list:274:100 rseq:334:293
    set_tid_address:218:96 sched_yield:24:124 sched_getaffinity:204:123 getcpu:309:168 arch_prctl:158:
    nanosleep:35:101 clock_nanosleep:230:115 clock_gettime:228:113 clock_getres:229:114 gettimeofday:96:169 time:201:
    getitimer:36:102 setitimer:38:103 poll:7: ppoll:271:73 select:23: pselect6:270:72
    getsockopt:55:209 getsockname:51:204 getpeername:52:205
    getpid:39:172 gettid:186:178 getppid:110:173 getpgrp:111: getuid:102:174 geteuid:107:175 getgid:104:176
    getegid:108:177 getresuid:118:148 getresgid:120:150 getgroups:115:158
    getrusage:98:165 getrlimit:97:163 uname:63:160 sysinfo:99:179 getrandom:318:278 exit:60:93 exit_group:231:94
"""
"""The system calls that are allowed with any arguments: their names, their numbers on x86_64 and on aarch64."""
PARTLY = "ioctl:16:29 fcntl:72:25 sendto:44:206 recvfrom:45:207 clone:56:220 prlimit64:302:261 clone3:435:435"
"""The system calls whose arguments decide."""
FIONBIO, FIONREAD, TCGETS, FIOCLEX, FIONCLEX = 0x5421, 0x541B, 0x5401, 0x5451, 0x5450
F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC = 0, 1, 2, 3, 4, 1030
O_ASYNC, MSG_NOSIGNAL, CLONE_THREAD = 0o20000, 0x4000, 0x00010000

LOAD, IS, HAS, RETURN = 0x20, 0x15, 0x45, 0x06  # instructions of linux/bpf_common.h
ALLOW, KILL, REFUSE, MISSING = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
NUMBER, ARCHITECTURE = 0, 4  # places in `struct seccomp_data` of linux/seccomp.h

Instruction = tuple[int, int, int, int]
"""The code, how many instructions to skip if it holds and if it does not, and the operand."""
PASS = (RETURN, 0, 0, ALLOW)


def numbers(table: str, architecture: str) -> dict[str, int]:
    """Return the numbers of the system calls of a table that an architecture has."""
    column = 1 + list(ARCHITECTURES).index(architecture)
    rows = [entry.split(":") for entry in table.split()]
    return {row[0]: int(row[column]) for row in rows if row[column]}


def argument(place: int, *, upper: bool = False) -> Instruction:
    """Load one half of an argument. The kernel itself reads only the lower one of what is an int."""
    return LOAD, 0, 0, 16 + 8 * place + 4 * upper


def one_of(place: int, *values: int) -> list[Instruction]:
    """Allow a call whose argument is one of the values."""
    return [argument(place), *(step for value in values for step in ((IS, 0, 1, value), PASS))]


def without(place: int, bits: int) -> list[Instruction]:
    """Allow a call whose argument has none of the bits."""
    return [argument(place), (HAS, 1, 0, bits), PASS]


CONDITIONS: dict[str, list[Instruction]] = {
    # MSG_OOB alone has had holes in the kernel (CVE-2025-38236). First, since each answer comes this way.
    "sendto": without(3, 0xFFFFFFFF & ~MSG_NOSIGNAL),
    "recvfrom": without(3, 0xFFFFFFFF & ~MSG_NOSIGNAL),
    "ioctl": one_of(1, FIONBIO, FIONREAD, TCGETS, FIOCLEX, FIONCLEX),
    # All that Python needs. F_SETOWN and F_SETSIG would signal any process of the user.
    "fcntl": [
        *one_of(1, F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC),
        *((IS, 0, 3, F_SETFL), *without(2, O_ASYNC)),
    ],
    "clone": [argument(0), (HAS, 0, 1, CLONE_THREAD), PASS],
    "prlimit64": [argument(2), (IS, 0, 3, 0), argument(2, upper=True), (IS, 0, 1, 0), PASS],  # reading a limit only
    # Not there: threads are made with clone then, whose flags can be seen.
    "clone3": [(RETURN, 0, 0, MISSING)],
}


def assemble(architecture: str) -> bytes:
    """Return the filter of an architecture as a BPF program."""
    program = [(LOAD, 0, 0, ARCHITECTURE), (IS, 1, 0, ARCHITECTURES[architecture]), (RETURN, 0, 0, KILL)]
    program.append((LOAD, 0, 0, NUMBER))
    partly = numbers(PARTLY, architecture)
    for name, steps in CONDITIONS.items():
        program += [(IS, 0, len(steps) + 1, partly[name]), *steps, (RETURN, 0, 0, REFUSE)]
    allowed = sorted(numbers(ALLOWED, architecture).values())
    program += [(IS, len(allowed) - place, 0, number) for place, number in enumerate(allowed)]
    program += [(RETURN, 0, 0, REFUSE), PASS]
    return to_bytes(program)


def to_bytes(program: list[Instruction]) -> bytes:
    """Return a program as the kernel reads it, on processors that begin with the lower byte."""
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in program)


def main() -> None:
    """Write the filters."""
    for architecture in ARCHITECTURES:
        FOLDER.joinpath(f"seccomp-{architecture}.bpf").write_bytes(assemble(architecture))


if __name__ == "__main__":
    main()
