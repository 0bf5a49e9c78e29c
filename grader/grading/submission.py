"""Find and read a learner's files: as data, never imported; links are never followed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

MAX_BYTES = 256 << 10
BY_HAND = "by_hand"
"""The unit of worksheets, whose files hold answers and no code."""
MAX_FILES = 200


class UnreadableError(Exception):
    """A learner's file that exists but cannot be graded; the message says why."""


@dataclass(frozen=True)
class Submission:
    """A folder with learners' files: flat (`name.py`), or in units (`unit/name.py`, `exercises/unit/name.py`).

    Each file is searched for and read once, so that the bytes graded are the bytes hashed if the file changes meanwhile.
    """

    folder: Path
    _paths: dict[str, Path | None] = field(default_factory=dict, init=False, repr=False, compare=False)
    _sources: dict[Path, bytes] = field(default_factory=dict, init=False, repr=False, compare=False)

    def path(self, exercise_id: str) -> Path | None:
        """Return the path of an exercise's file, None if there is none."""
        if exercise_id not in self._paths:
            self._paths[exercise_id] = self._path(exercise_id)
        return self._paths[exercise_id]

    def _path(self, exercise_id: str) -> Path | None:
        file = file_of(exercise_id)
        for relative in (f"exercises/{file}", file, file.rpartition("/")[2]):
            # A broken link exists for lexists: `read` refuses it with a reason, where it would pass for not handed in.
            if os.path.lexists(os.path.join(self.folder, relative)):
                return self.folder / relative
        return None

    def read(self, exercise_id: str) -> bytes | None:
        """Return the bytes of an exercise's file, None if there is none.

        Raises:
            UnreadableError: it is a link, a folder, too large, or cannot be opened.
        """
        path = self.path(exercise_id)
        if path is None:
            return None
        for folder in path.relative_to(self.folder).parents:  # O_NOFOLLOW looks at the last part of a path only
            if folder.parts and (self.folder / folder).is_symlink():
                raise UnreadableError("is in a folder that is a link; put the folder itself there")
        return self._read(path)

    def _read(self, path: Path) -> bytes:
        if path not in self._sources:
            self._sources[path] = read_file(path)
        return self._sources[path]

    def shown(self, exercise_id: str) -> str:
        """Return the file's name as messages show it: relative to the folder."""
        path = self.path(exercise_id)
        return path.relative_to(self.folder).as_posix() if path else file_of(exercise_id).rpartition("/")[2]

    @cached_property
    def modules(self) -> dict[str, tuple[str, bytes]]:
        """Return the modules that the learner's files can import from one another: name → shown name and bytes."""
        found: dict[str, tuple[str, bytes]] = {}
        for path in self._python_files():
            try:
                # The first of two files with one name counts, as on a search path.
                found.setdefault(path.stem, (path.relative_to(self.folder).as_posix(), self._read(path)))
            except UnreadableError:  # reported when the exercise is graded; elsewhere an ImportError says it
                continue
        return found

    def _python_files(self) -> Iterator[Path]:
        """Yield Python files of the folder, its `exercises/` and their units, at most 200, in a fixed order."""
        folders = [self.folder, *self._subfolders(self.folder), *self._subfolders(self.folder / "exercises")]
        count = 0
        for folder in folders:
            for path in sorted(folder.glob("*.py")):
                count += 1
                if count > MAX_FILES:
                    return
                yield path

    def _subfolders(self, folder: Path) -> list[Path]:
        if folder != self.folder and folder.is_symlink():  # the folder given on the command line may be a link
            return []
        try:
            with os.scandir(folder) as entries:
                names = [
                    entry.name
                    for entry in entries
                    if entry.is_dir(follow_symlinks=False) and not entry.name.startswith(".")
                ]
        except OSError:
            return []
        return [folder / name for name in sorted(names)]


def file_of(exercise_id: str) -> str:
    """Return the relative path of an exercise's file: `unit/name.py`, or `by_hand/name.yaml`."""
    return f"{exercise_id}.yaml" if is_by_hand(exercise_id) else f"{exercise_id}.py"


def is_by_hand(exercise_id: str) -> bool:
    """Return whether an id is that of a worksheet, which is solved on paper."""
    return exercise_id.startswith(f"{BY_HAND}/")


def read_file(path: Path) -> bytes:
    """Read a regular file without following a link.

    Raises:
        UnreadableError: it is something else, too large, or cannot be opened.
    """
    # O_NONBLOCK: opening a FIFO would wait for a writer. O_NOFOLLOW does not exist on Windows, hence lstat as well.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        if stat.S_ISLNK(path.lstat().st_mode):
            raise UnreadableError("is a link; put the file itself there")
        descriptor = os.open(path, flags)
    except OSError as error:
        raise UnreadableError(f"cannot be opened: {error.strerror}") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):  # of the open file: a path can be exchanged after a check
        os.close(descriptor)
        raise UnreadableError("is not a regular file; put a file there")
    with os.fdopen(descriptor, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise UnreadableError(f"is larger than {MAX_BYTES >> 10} KiB; hand in the code only")
    return data
