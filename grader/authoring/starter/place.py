"""Put many files into folders: all of them or none, and nothing in the place of what is there."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

SHOWN = 3
Plan = Mapping[Path, Mapping[str, bytes]]
"""For each folder the files that are to be in it, by their paths within."""


class InTheWayError(Exception):
    """Files that are there already; the message names them."""


class UnwritableError(Exception):
    """A folder that cannot be written; the message says why."""


def place(plan: Plan) -> None:
    """Write the files; folders that are not there are made, and other files in them stay as they are.

    Everything is written into temporary folders first and moved at the end, so a full disk leaves nothing behind.

    Raises:
        InTheWayError: a file is there already.
        UnwritableError: a folder or the disk does not let us.
    """
    _refuse_to_replace(plan)
    made: list[Path] = []
    try:
        for folder in plan:
            _make_folder(folder, made)
        staged = {folder: Path(tempfile.mkdtemp(prefix=".learn-", dir=folder)) for folder in plan}
        made += staged.values()
        for folder, files in plan.items():
            for name, content in files.items():
                _write(staged[folder] / name, content)
        for folder, files in plan.items():
            for name in files:
                _move(staged[folder] / name, folder / name, made)
    except BaseException as error:
        _undo(made)
        if isinstance(error, OSError):
            where = error.filename or next(iter(plan))
            raise UnwritableError(
                f"{where} cannot be written: {error.strerror or error}; nothing was left behind"
            ) from error
        raise
    for each in staged.values():
        shutil.rmtree(each, ignore_errors=True)


def _refuse_to_replace(plan: Plan) -> None:
    taken = [folder / name for folder, files in plan.items() for name in files if os.path.lexists(folder / name)]
    if taken:
        names = ", ".join(str(path) for path in taken[:SHOWN])
        others = f" and {len(taken) - SHOWN} more" if len(taken) > SHOWN else ""
        is_are = "is" if len(taken) == 1 else "are"
        raise InTheWayError(
            f"{names}{others} {is_are} there already; give an empty folder, or move them away. Nothing was written"
        )


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder and those that it is in; note the ones that were not there."""
    missing = [each for each in (folder, *folder.parents) if not os.path.lexists(each)]
    for each in reversed(missing):
        each.mkdir()
        made.append(each)
    if not folder.is_dir():
        raise NotADirectoryError(20, "is not a folder", str(folder))


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _move(source: Path, target: Path, made: list[Path]) -> None:
    """Move a file to its place, unless somebody has put one there meanwhile."""
    _make_folder(target.parent, made)
    if os.path.lexists(target):
        raise FileExistsError(17, "has come about meanwhile", str(target))
    source.rename(target)
    made.append(target)


def _undo(made: list[Path]) -> None:
    """Remove what was made, the newest first; folders only if nobody has put anything else into them."""
    for path in reversed(made):
        with suppress(OSError):
            if path.name.startswith(".learn-") and path.is_dir():
                shutil.rmtree(path)
            elif path.is_dir() and not path.is_symlink():
                path.rmdir()
            else:
                path.unlink()
