"""Fill in templates, and write many files into folders, all or none, without replacing existing files."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from grader.core.errors import UnwritableError

SHOWN = 3
Plan = Mapping[Path, Mapping[str, bytes]]
"""The content of new files: by folder, then by path in the folder."""


class InTheWayError(Exception):
    """Files that exist already; the message names them."""


def filled_templates(folder: Path, words: Mapping[str, str], suffix: str = "") -> dict[str, bytes]:
    """Return the files of a folder whose names end with a suffix, by path without it; words replace their marks."""
    files = {}
    for path in sorted(folder.rglob(f"*{suffix}")):
        if path.is_file() and "__pycache__" not in path.parts:
            content = path.read_bytes()
            for mark, word in words.items():
                content = content.replace(mark.encode(), word.encode())
            files[path.relative_to(folder).as_posix().removesuffix(suffix)] = content
    return files


def place(plan: Plan) -> None:
    """Write the files; missing folders are created, other files in them are not touched.

    After an error or an interruption, what was written is removed again, so a full disk leaves nothing behind.

    Raises:
        InTheWayError: a file exists already.
        UnwritableError: a folder is not writable, or the disk is full.
    """
    _refuse_to_replace(plan)
    created: list[Path] = []
    try:
        for folder, files in plan.items():
            _make_folder(folder, created)
            for name, content in files.items():
                path = folder / name
                _make_folder(path.parent, created)
                with path.open("xb") as file:  # fails if another process has created it since the check
                    created.append(path)
                    file.write(content)
    except BaseException as error:
        for path in reversed(created):
            with suppress(OSError):  # a folder with files that are not ours
                path.rmdir() if path.is_dir() else path.unlink()
        if not isinstance(error, OSError):
            raise
        where, why = error.filename or next(iter(plan)), error.strerror or error
        raise UnwritableError(f"{where} cannot be written: {why}; nothing was left behind") from error


def _refuse_to_replace(plan: Plan) -> None:
    taken = [folder / name for folder, files in plan.items() for name in files if os.path.lexists(folder / name)]
    if taken:
        names = ", ".join(str(path) for path in taken[:SHOWN])
        others = f" and {len(taken) - SHOWN} more" if len(taken) > SHOWN else ""
        is_are = "is" if len(taken) == 1 else "are"
        raise InTheWayError(
            f"{names}{others} {is_are} there already; give an empty folder, or move them away. Nothing was written"
        )


def _make_folder(folder: Path, created: list[Path]) -> None:
    """Create a folder and its parents; append the new ones to `created`."""
    missing = [path for path in (folder, *folder.parents) if not os.path.lexists(path)]
    for path in reversed(missing):
        path.mkdir()
        created.append(path)
    if not folder.is_dir():
        raise NotADirectoryError(20, "is not a folder", str(folder))
