"""Write a page whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


class TakenError(Exception):
    """The place where a page is to be written cannot be used for it; the message says why."""


class UnwritableError(Exception):
    """A page that cannot be written; the message says why."""


def check(path: Path, *, may_replace: bool) -> None:
    """Make sure that a page may be written there.

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
    """Write a page beside its place, then move it there in one step; a link is followed.

    Raises:
        TakenError: as `check` does, should it have come about meanwhile.
        UnwritableError: the folder or the disk does not let us.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".learn-{os.getpid()}.tmp")
    try:
        _write(temporary, content)
        check(path, may_replace=may_replace)
        temporary.replace(target)
    except OSError as error:
        raise UnwritableError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
