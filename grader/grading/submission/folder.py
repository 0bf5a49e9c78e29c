"""The files of a workspace, or of a folder that is laid out like one."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path

from grader.files.regular_file import UnreadableError, read_file
from grader.grading.submission.files import MAX_FILES, SubmittedFiles, file_of, places_of


@dataclass(frozen=True)
class Submission(SubmittedFiles):
    """A folder with learners' files: flat (`name.py`), or in units (`unit/name.py`, `exercises/unit/name.py`).

    Each file is searched for and read once, so that the bytes graded are the bytes hashed if the file changes meanwhile.
    """

    folder: Path
    _paths: dict[str, Path | None] = field(default_factory=dict, init=False, repr=False, compare=False)
    _sources: dict[Path, bytes] = field(default_factory=dict, init=False, repr=False, compare=False)

    def has(self, exercise_id: str) -> bool:
        return self.path(exercise_id) is not None

    def path(self, exercise_id: str) -> Path | None:
        """Return the path of an exercise's file, None if there is none."""
        if exercise_id not in self._paths:
            self._paths[exercise_id] = self._path(exercise_id)
        return self._paths[exercise_id]

    def _path(self, exercise_id: str) -> Path | None:
        for relative in places_of(exercise_id):
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
        return self._read(path)

    def _read(self, path: Path) -> bytes:
        if path not in self._sources:
            self._sources[path] = read_file(path, root=self.folder)
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
        """Return Python files of the folder, its `exercises/` and their units, at most 200, in a fixed order."""
        folders = [self.folder, *self._subfolders(self.folder), *self._subfolders(self.folder / "exercises")]
        return islice((path for folder in folders for path in sorted(folder.glob("*.py"))), MAX_FILES)

    def _subfolders(self, folder: Path) -> list[Path]:
        if folder != self.folder and folder.is_symlink():  # the folder given on the command line may be a link
            return []
        try:
            with os.scandir(folder) as entries:
                names = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
        except OSError:
            return []
        return [folder / name for name in sorted(names) if not name.startswith(".")]
