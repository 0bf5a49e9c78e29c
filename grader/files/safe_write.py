"""Files that we write: whole or not at all, and never over something that is to stay."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".tmp"
"""How the names of files end that have not been moved to their place."""


class TakenError(Exception):
    """The place where a file is to be written cannot be used for it; the message says why."""


class UnwritableError(Exception):
    """A file that cannot be written; the message says why."""


def check(path: Path, *, may_replace: bool) -> None:
    """Make sure that a file may be written there.

    Raises:
        TakenError: there is no such folder, or there is something that must stay as it is.
    """
    if not os.path.isdir(path.parent):
        raise TakenError(f"there is no folder {str(path.parent)!r}; make it first")
    if not os.path.lexists(path):
        return
    if os.path.exists(path) and not os.path.isfile(path):
        raise TakenError(f"{str(path)!r} is not a file; give the name of one with --out")
    if not may_replace:
        raise TakenError(f"{str(path)!r} is there already; use --force to replace it, or another name with --out")


def save(path: Path, content: bytes, *, may_replace: bool) -> None:
    """Write a file.

    Raises:
        TakenError: as `check` does, should it have come about meanwhile.
        UnwritableError: the folder or the disk does not let us.
    """
    with promised(path) as file:
        file.write(content)
        check(path, may_replace=may_replace)


def save_state(path: Path, content: bytes) -> bool:
    """Write a file of our own into a folder that is made if it is not there; say whether that was possible."""
    try:
        path.parent.mkdir(exist_ok=True)
        with whole(path) as file:
            file.write(content)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def promised(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write to, as `whole` does, for somebody who has asked for it; a link is followed.

    Raises:
        UnwritableError: the folder or the disk does not let us.
    """
    try:
        with whole(Path(os.path.realpath(path))) as file:
            yield file
    except OSError as error:
        raise UnwritableError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error


@contextlib.contextmanager
def whole(path: Path, *, outlives_power_cuts: bool = True) -> Iterator[BinaryIO]:
    """Give a file beside its place to write to, and move it there in one step when all went well.

    Raises:
        OSError: the folder or the disk does not let us. What was there is still there.
    """
    temporary = path.with_name(f"{path.name[:100]}.{os.getpid()}{UNFINISHED}")
    try:
        with temporary.open("wb") as file:
            yield file
            if outlives_power_cuts:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()
