"""Write files atomically, and never over a file that must not be replaced."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from grader.core.errors import UnwritableError

UNFINISHED = ".tmp"
"""Suffix of temporary files."""


class TakenError(Exception):
    """The output path cannot be used; the message says why."""


def check(path: Path, *, may_replace: bool) -> None:
    """Raise TakenError if a file may not be written to a path: no folder is there, or the path is taken."""
    if not os.path.isdir(path.parent):
        raise TakenError(f"there is no folder {str(path.parent)!r}; make it first")
    if not os.path.lexists(path):
        return
    if os.path.exists(path) and not os.path.isfile(path):
        raise TakenError(f"{str(path)!r} is not a file; give the name of one with --out")
    if not may_replace:
        raise TakenError(f"{str(path)!r} is there already; use --force to replace it, or another name with --out")


def save_state(path: Path, content: bytes) -> bool:
    """Write a state file, and create its folder if needed; return whether it was written."""
    try:
        path.parent.mkdir(exist_ok=True)
        with whole(path) as file:
            file.write(content)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def promised(path: Path) -> Iterator[BinaryIO]:
    """Open an output file as `whole` does; follow a symbolic link; raise UnwritableError if it cannot be written."""
    try:
        with whole(Path(os.path.realpath(path))) as file:
            yield file
    except OSError as error:
        raise UnwritableError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error


@contextlib.contextmanager
def whole(path: Path, *, outlives_power_cuts: bool = True) -> Iterator[BinaryIO]:
    """Open a temporary file beside a path; move it there in one step if the block succeeds.

    Raises:
        OSError: the file cannot be written; an existing file is unchanged.
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
