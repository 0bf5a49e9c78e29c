"""State files that survive damage and two processes at once: each has a copy of what was saved last, and a lock.

A state file lies in a folder of the workspace, whose own path alone may lead through links. What is no regular file, or
larger than 16 MB, is damaged: a stranger's folder may hold links, FIFOs and files without end.
"""

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from grader.files.regular_file import read_below
from grader.files.safe_write import NO_LINK, is_link, move, opened, whole

Data = TypeVar("Data")
Parse = Callable[[str], Data]
"""Makes the data of a file's text; raises one of `DAMAGE` if it is not such a file."""
DAMAGE = (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)
COPY, LOCK = ".bak", ".lock"
"""Suffixes of a state file's copy and lock."""
MAX_BYTES = 16 << 20
LOCKING = os.O_RDWR | os.O_CREAT | NO_LINK | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def load(path: Path, parse: Parse[Data], empty: Callable[[], Data]) -> Data:
    """Return the data of a file, empty if there is none.

    A damaged file is moved aside, and the last good copy takes its place; standard error says so.
    """
    try:
        return _read(path, parse, empty)
    except DAMAGE:
        with locked(path):
            return recover(path, parse, empty)


def recover(path: Path, parse: Parse[Data], empty: Callable[[], Data]) -> Data:
    """Do the same as `load`, for a caller that holds the lock."""
    try:
        return _read(path, parse, empty)
    except DAMAGE:
        aside, used = _move_aside(path), "there is no copy, so it begins anew"
        data = empty()
        with contextlib.suppress(*DAMAGE):
            copy = read(path.with_name(path.name + COPY))
            if copy is not None:
                data, used = parse(copy.decode()), "the last good copy is used"
                save(path, copy, is_copied=False)
        sys.stderr.write(f"learn: {path} was damaged: {used}; the damaged file is {aside}\n")
        return data


def read(path: Path) -> bytes | None:
    """Return the content of a state file, None if there is none; raise UnreadableError if it cannot be one."""
    return read_below(path.parent.parent, path, MAX_BYTES)


def _read(path: Path, parse: Parse[Data], empty: Callable[[], Data]) -> Data:
    content = read(path)
    return empty() if content is None else parse(content.decode())


def _move_aside(path: Path) -> Path:
    aside = path.with_name(f"{path.name}.damaged-{os.urandom(4).hex()}")
    try:
        move(path, aside, path.parent.parent)
    except OSError:
        return path
    return aside


def save(path: Path, content: bytes, *, is_copied: bool = True) -> bool:
    """Write a state file, and its copy unless that is not wanted; return whether the file was written."""
    try:
        with whole(path, path.parent.parent) as file:
            file.write(content)
    except OSError:
        return False
    if is_copied:
        save(path.with_name(path.name + COPY), content, is_copied=False)
    return True


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the exclusive lock of a state file while the block runs, for the time in which it is read and saved again.

    The system releases it when the process ends, however that happens. Where nothing can be written or locked, as in
    a read-only folder, the block runs without a lock.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            folder = stack.enter_context(opened(path.parent, path.parent.parent, makes=True))
            if not is_link(folder, path.name + LOCK):
                descriptor = os.open(folder.name(path.name + LOCK), LOCKING, dir_fd=folder.descriptor)
                stack.callback(os.close, descriptor)  # which releases the lock
                if stat.S_ISREG(os.fstat(descriptor).st_mode):
                    lock(descriptor)
        yield


if sys.platform == "win32":
    import msvcrt

    def lock(descriptor: int, *, waits: bool = True) -> bool:
        """Lock a file until its descriptor is closed; return False if another process holds the lock."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)  # tries for ten seconds
        except OSError:
            return False
        return True

else:

    def lock(descriptor: int, *, waits: bool = True) -> bool:
        """Lock a file until its descriptor is closed; return False if another process holds the lock."""
        import fcntl  # in a browser's Python, where nothing is locked, it is missing

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
