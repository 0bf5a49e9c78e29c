"""Write many files into folders, all or none, without replacing existing files."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from grader.core.errors import UnwritableError

SHOWN = 3
Plan = Mapping[Path, Mapping[str, bytes]]
"""The content of new files: by folder, then by path in the folder."""


class InTheWayError(Exception):
    """Files that exist already; the message names them."""


def place(plan: Plan) -> None:
    """Write the files; missing folders are created, other files in them are not touched.

    All files are written to temporary folders first and renamed at the end, so a full disk leaves nothing behind.

    Raises:
        InTheWayError: a file exists already.
        UnwritableError: a folder is not writable, or the disk is full.
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
                path = staged[folder] / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        for folder, files in plan.items():
            for name in files:
                _move(staged[folder] / name, folder / name, made)
    except BaseException as error:
        _undo(made)
        if not isinstance(error, OSError):
            raise
        where, why = error.filename or next(iter(plan)), error.strerror or error
        raise UnwritableError(f"{where} cannot be written: {why}; nothing was left behind") from error
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
    """Create a folder and its parents; append the new ones to `made`."""
    missing = [each for each in (folder, *folder.parents) if not os.path.lexists(each)]
    for each in reversed(missing):
        each.mkdir()
        made.append(each)
    if not folder.is_dir():
        raise NotADirectoryError(20, "is not a folder", str(folder))


def _move(source: Path, target: Path, made: list[Path]) -> None:
    """Rename a file to its target; fail if another process has created one there since the check."""
    _make_folder(target.parent, made)
    if os.path.lexists(target):
        raise FileExistsError(17, "has come about meanwhile", str(target))
    source.rename(target)
    made.append(target)


def _undo(made: list[Path]) -> None:
    """Remove what was created, the newest first; folders only if they are empty."""
    for path in reversed(made):
        with suppress(OSError):
            if path.name.startswith(".learn-") and path.is_dir():
                shutil.rmtree(path)
            elif path.is_dir() and not path.is_symlink():
                path.rmdir()
            else:
                path.unlink()
