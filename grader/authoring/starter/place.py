"""Fill in templates, and write many files into folders without replacing existing files."""

import os
from collections.abc import Mapping
from pathlib import Path

from grader.core.errors import UnwritableError

SHOWN = 3


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


def place(plan: Mapping[Path, Mapping[str, bytes]]) -> None:
    """Write new files, given by folder and then by path in it; other files in the folders are not touched.

    Raises:
        InTheWayError: a file exists already; nothing was written.
        UnwritableError: a folder is not writable, or the disk is full.
    """
    files = {folder / name: content for folder, inner in plan.items() for name, content in inner.items()}
    if taken := [path for path in files if os.path.lexists(path)]:
        names = ", ".join(map(str, taken[:SHOWN]))
        others = f" and {len(taken) - SHOWN} more" if len(taken) > SHOWN else ""
        is_are = "is" if len(taken) == 1 else "are"
        advice = "give an empty folder, or move them away. Nothing was written"
        raise InTheWayError(f"{names}{others} {is_are} there already; {advice}")
    try:
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:  # fails if another process has created it since the check
                file.write(content)
    except OSError as error:
        what = f"{error.filename or next(iter(plan))} cannot be written: {error.strerror or error}"
        raise UnwritableError(f"{what}; correct that, and begin again in an empty folder") from error
