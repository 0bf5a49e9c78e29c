"""The seccomp filters that the package brings: they are what the list says, on both architectures."""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import os
import platform
import struct
from types import SimpleNamespace

import pytest
import seccomp_filters as filters
from seccomp_filters import ALLOW, ALLOWED, ARCHITECTURES, CONDITIONS, KILL, MISSING, PARTLY, REFUSE, numbers
from systems import linux_only

from grader.child.confine import seccomp

pytestmark = pytest.mark.parametrize("architecture", ARCHITECTURES)


def shipped(architecture: str) -> bytes:
    return filters.FOLDER.joinpath(f"seccomp-{architecture}.bpf").read_bytes()


def decide(program: bytes, token: int, number: int, *arguments: int) -> int:
    """Run a filter on a system call, as the kernel does; return its decision."""
    data = struct.pack("<IIQ6Q", number, token, 0, *arguments, *[0] * (6 - len(arguments)))
    place = value = 0
    while True:
        code, if_so, if_not, operand = struct.unpack_from("<HBBI", program, 8 * place)
        place += 1
        if code == filters.RETURN:
            return operand
        if code == filters.LOAD:
            (value,) = struct.unpack_from("<I", data, operand)
        else:
            assert code in (filters.IS, filters.HAS)
            place += if_so if (value == operand if code == filters.IS else value & operand) else if_not


def test_the_filter_is_what_the_list_gives(architecture: str) -> None:
    assert shipped(architecture) == filters.assemble(architecture), "run python tests/support/seccomp_filters.py"


def test_a_call_is_allowed_if_it_is_in_the_list_and_refused_if_not(architecture: str) -> None:
    program, token = shipped(architecture), ARCHITECTURES[architecture]
    allowed, partly = numbers(ALLOWED, architecture), numbers(PARTLY, architecture)
    decided = {number: decide(program, token, number) for number in range(1_000) if number not in partly.values()}
    assert {number for number, decision in decided.items() if decision == ALLOW} == set(allowed.values())
    assert set(decided.values()) == {ALLOW, REFUSE}
    assert decide(program, token, 0x40000000 + allowed["read"]) == REFUSE  # the numbers of x32
    assert decide(program, 0x40000003, allowed["read"]) == KILL  # int 0x80 of a 64-bit process


@pytest.mark.parametrize(
    ("name", "arguments", "decision"),
    [
        ("clone", (0x003D0F00,), ALLOW),  # a thread of glibc's
        ("clone", (0x01200011,), REFUSE),  # its fork
        ("clone", (0x10000 << 32,), REFUSE),
        ("clone3", (0, 88), MISSING),
        ("ioctl", (0, 0x5401), ALLOW),
        ("ioctl", (0, 0x5412), REFUSE),  # TIOCSTI types into the terminal
        ("fcntl", (3, 1030), ALLOW),
        ("fcntl", (3, 4, 0o4000), ALLOW),  # F_SETFL with O_NONBLOCK
        ("fcntl", (3, 4, 0o24000), REFUSE),  # and O_ASYNC
        ("fcntl", (3, 8, 1), REFUSE),  # F_SETOWN
        ("fcntl", (3, 10, 9), REFUSE),  # F_SETSIG
        ("sendto", (3, 0, 9, 0x4000), ALLOW),
        ("sendto", (3, 0, 9, 0x4001), REFUSE),  # MSG_OOB
        ("recvfrom", (3, 0, 9, 0), ALLOW),
        ("recvfrom", (3, 0, 9, 2), REFUSE),  # MSG_PEEK
        ("prlimit64", (0, 7, 0, 4096), ALLOW),
        ("prlimit64", (0, 7, 4096, 0), REFUSE),
        ("prlimit64", (0, 7, 1 << 32, 0), REFUSE),
    ],
)
def test_arguments_decide_where_not_all_are_harmless(
    architecture: str, name: str, arguments: tuple[int, ...], decision: int
) -> None:
    number = numbers(PARTLY, architecture)[name]
    assert decide(shipped(architecture), ARCHITECTURES[architecture], number, *arguments) == decision
    assert set(CONDITIONS) == set(numbers(PARTLY, architecture))


def test_the_numbers_are_those_of_libseccomp(architecture: str) -> None:
    found = ctypes.util.find_library("seccomp")
    if found is None:
        pytest.skip("libseccomp is not installed")
    resolve, token = ctypes.CDLL(found).seccomp_syscall_resolve_name_arch, ctypes.c_uint32(ARCHITECTURES[architecture])
    ours = numbers(f"{ALLOWED} {PARTLY}", architecture)
    names = [entry.partition(":")[0] for entry in f"{ALLOWED} {PARTLY}".split()]
    theirs = {name: resolve(token, name.encode()) for name in names}  # negative where there is no such call
    assert ours == {name: number for name, number in theirs.items() if number >= 0}


@linux_only("uname and prctl")
def test_only_a_filter_of_this_architecture_is_taken(monkeypatch: pytest.MonkeyPatch, architecture: str) -> None:
    assert (seccomp.read_filter() == shipped(architecture)) is (platform.machine() == architecture)
    for other in ("riscv64", "armv7l", "i686", ""):
        monkeypatch.setattr(os, "uname", lambda other=other: SimpleNamespace(machine=other))
        assert seccomp.read_filter() == b""
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine=architecture))
    assert seccomp.read_filter() == shipped(architecture)
    monkeypatch.setattr(seccomp.sys, "maxsize", 2**31 - 1)
    assert seccomp.read_filter() == b""


@linux_only("prctl")
def test_a_kernel_without_filters_has_none(monkeypatch: pytest.MonkeyPatch, architecture: str) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EINVAL, "as a kernel says that has none")

    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine=architecture))
    monkeypatch.setattr(seccomp, "prctl", refuse)
    assert seccomp.read_filter() == b""
