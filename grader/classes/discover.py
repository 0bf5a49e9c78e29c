"""Discover submissions: a folder, a zip file, a folder of clones or zip files, an unpacked download of a learning platform.

Only names of files and folders count. Nothing is opened here but directories and the file lists of zip files.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import ClassError
from grader.grading.submission import Submission, is_by_hand

# Names in the downloads of these platforms. DOTALL: a student's own part of the name may hold even a line break.
MOODLE = re.compile(r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_[a-z]+_?(?P<file>.*)", re.DOTALL)
CANVAS = re.compile(r"(?P<name>[^_]+)(?P<late>_LATE)?_(?P<number>\d+)_\d+_(?P<file>.+)", re.DOTALL | re.IGNORECASE)
GRADESCOPE = re.compile(r"submission_(?P<number>\d+)")
AGAIN = re.compile(r"-\d+(?=\.(py|yaml|zip)$)")
"""The number that Canvas appends to the name of a file that was handed in again."""
NOT_SUBMISSIONS = ("__MACOSX", "__pycache__", "node_modules")
"""Folders that archivers and tools leave beside submissions."""


class FoundSubmission(NamedTuple):
    """One submission: names that may identify its student, and the files.

    `path` is a folder or a zip file. With `files`, it is a folder that holds loose files of many students; each of this
    student's is a pair of its name there and its name when it was handed in.
    """

    names: tuple[str, ...]
    path: Path
    files: tuple[tuple[str, str], ...] = ()
    is_marked_late: bool = False

    @property
    def name(self) -> str:
        """Return the student's id where there is no roster."""
        return self.names[0]

    @property
    def place(self) -> str:
        """Return its path for messages."""
        return str(self.path / self.files[0][0]) if self.files else str(self.path)


def find_submissions(
    paths: Sequence[Path], exercise_ids: Sequence[str], *, is_class: bool = False
) -> list[FoundSubmission]:
    """Return the submissions at the paths, each folder's sorted by name; `is_class` says that folders hold many.

    Raises:
        ClassError: A folder cannot be read, or a zip file holds a whole class.
    """
    found: list[FoundSubmission] = []
    for path in paths:
        if not path.is_dir():
            _refuse_class_zip(path)
            found.append(_one(path))
        # A class with one student in one folder looks like a submission in a folder; only the caller can tell them apart.
        elif _is_submission(path, exercise_ids) if is_class else _holds_exercise(path, exercise_ids):
            found.append(_one(path))
        else:
            many = list(_children(path, _suffixes(exercise_ids)))
            is_many = is_class or any(_looks_handed_in(each, exercise_ids) for each in many)
            found += sorted(many, key=lambda each: each.names) if many and is_many else [_one(path)]
    return found


def _one(path: Path) -> FoundSubmission:
    real = path.resolve()
    return FoundSubmission(_names(real.stem if real.suffix == ".zip" else real.name)[0], path)


def _suffixes(exercise_ids: Sequence[str]) -> tuple[str, ...]:
    """Return the suffixes of files that can be handed in loose."""
    return (".py", ".zip", ".yaml") if any(map(is_by_hand, exercise_ids)) else (".py", ".zip")


def _children(folder: Path, suffixes: tuple[str, ...]) -> Iterator[FoundSubmission]:
    """Yield the submissions in a class's folder: folders, zip files, and each student's loose files together."""
    loose: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    late: set[tuple[str, ...]] = set()
    for entry in _entries(folder):
        # A link could lead to another student's files, or out of the folder.
        if entry.name.startswith(".") or entry.name in NOT_SUBMISSIONS or entry.is_symlink():
            continue
        is_folder = entry.is_dir(follow_symlinks=False)
        stem, suffix = os.path.splitext(entry.name)
        names, file, is_late = _names(entry.name if is_folder else stem)
        if is_folder or (suffix.lower() == ".zip" and not file):
            yield FoundSubmission(names, Path(entry.path), is_marked_late=is_late)
        elif file and suffix.lower() in suffixes:
            loose.setdefault(names, []).append((entry.name, AGAIN.sub("", file + suffix)))
            late |= {names} if is_late else set()
    for names, files in loose.items():
        (name, _), *more = sorted(files)
        if not more and name.lower().endswith(".zip"):
            yield FoundSubmission(names, folder / name, is_marked_late=names in late)
        else:
            yield FoundSubmission(names, folder, tuple(sorted(files)), is_marked_late=names in late)


def _entries(folder: Path) -> Iterable[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        raise ClassError(f"{folder}: cannot be read: {error.strerror}; correct its permissions") from error


def _names(text: str) -> tuple[tuple[str, ...], str, bool]:
    """Parse a platform's name: the names that identify the student, the file's own name, whether it is marked late."""
    if match := MOODLE.fullmatch(text):
        return (match["name"], match["number"]), match["file"], False
    if match := CANVAS.fullmatch(text):
        return (match["name"], match["number"]), match["file"], bool(match["late"])
    if match := GRADESCOPE.fullmatch(text):
        return (text, match["number"]), "", False
    return (text,), "", False


def _looks_handed_in(found: FoundSubmission, exercise_ids: Sequence[str]) -> bool:
    """Return whether an entry of a folder is a submission, and not a part of one."""
    if found.files or len(found.names) > 1 or found.path.suffix.lower() == ".zip":
        return True
    return _holds_exercise(found.path, exercise_ids) or (found.path / ".git").exists()


def _holds_exercise(folder: Path, exercise_ids: Sequence[str]) -> bool:
    """Return whether an exercise's file is in a folder, or in the only folder inside it."""
    return _is_submission(only_folder(folder), exercise_ids)


def _is_submission(folder: Path, exercise_ids: Sequence[str]) -> bool:
    """Return whether an exercise's file is in the folder itself, and not in a student's folder inside it."""
    return any(Submission(folder).path(each) for each in exercise_ids)


def only_folder(folder: Path) -> Path:
    """Descend while a folder holds nothing but one folder, as archives often do; return the last one."""
    try:
        # .git does not count, or the clone of a repository with a single folder would not be descended into.
        entries = [entry for entry in os.scandir(folder) if entry.name not in NOT_SUBMISSIONS and entry.name != ".git"]
        if len(entries) == 1 and entries[0].is_dir(follow_symlinks=False):
            return only_folder(Path(entries[0].path))
    except OSError:
        return folder
    return folder


def _refuse_class_zip(path: Path) -> None:
    """Refuse a platform's download of a whole class, which exceeds the size limits of one submission.

    Raises:
        ClassError: The zip file is such a download.
    """
    try:
        with zipfile.ZipFile(path) as file:
            tops = {name.partition("/")[0] for name in file.namelist()[:10_000]}  # enough to recognize one
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        return  # unpacking it later says what is wrong with it
    known = [top for top in tops if len(_names(os.path.splitext(top)[0])[0]) > 1]
    if known and len(known) == len(tops - set(NOT_SUBMISSIONS)):
        raise ClassError(f"{path}: holds the submissions of a class; unpack it and give the folder")
