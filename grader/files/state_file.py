"""State files that survive damage and two processes at once: each has a copy of what was saved last, and a lock."""

from __future__ import annotations

import contextlib
import hashlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from grader.files.safe_write import save_state

Data = TypeVar("Data")
Parse = Callable[[str], Data]
"""Makes the data of a file's text; raises one of `DAMAGE` if it is not such a file."""
DAMAGE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
COPY, LOCK = ".bak", ".lock"
"""Suffixes of a state file's copy and lock."""


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
        copy, aside = path.with_name(path.name + COPY), path
        used = "the last good copy is used"
        with contextlib.suppress(OSError):
            digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
            aside = path.replace(path.with_name(f"{path.name}.damaged-{digest}"))
        try:
            good = parse(copy.read_text("utf-8"))
            save(path, copy.read_bytes())
        except (OSError, *DAMAGE):
            good, used = empty(), "there is no copy, so it begins anew"
        sys.stderr.write(f"learn: {path} was damaged: {used}; the damaged file is {aside}\n")
        return good


def _read(path: Path, parse: Parse[Data], empty: Callable[[], Data]) -> Data:
    try:
        text = path.read_text("utf-8")
    except OSError:
        return empty()
    return parse(text)


def save(path: Path, content: bytes) -> bool:
    """Write a state file and its copy; return whether the file was written."""
    return save_state(path, content) and (save_state(path.with_name(path.name + COPY), content) or True)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the exclusive lock of a state file while the block runs, for the time in which it is read and saved again.

    The system releases it when the process ends, however that happens. Where nothing can be written or locked, as in
    a read-only folder, the block runs without a lock.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            path.parent.mkdir(exist_ok=True)
            file = stack.enter_context(path.with_name(path.name + LOCK).open("ab"))
            _wait_for_lock(file.fileno())
        yield  # closing the file releases the lock


if sys.platform == "win32":
    import msvcrt

    def _wait_for_lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)  # tries for ten seconds

else:
    import fcntl

    def _wait_for_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
