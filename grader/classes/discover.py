"""Find submissions: a folder, a zip file, a folder of clones or zips, an unpacked download of a learning platform.

Names of files and folders are all that is looked at; nothing is opened but lists of folders and of zip files.
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

MOODLE = re.compile(r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_[a-z]+_?(?P<file>.*)", re.DOTALL)
CANVAS = re.compile(r"(?P<name>[^_]+)(?P<late>_LATE)?_(?P<number>\d+)_\d+_(?P<file>.+)", re.DOTALL | re.IGNORECASE)
GRADESCOPE = re.compile(r"submission_(?P<number>\d+)")
AGAIN = re.compile(r"-\d+(?=\.(py|yaml|zip)$)")
"""What Canvas puts behind the name of a file that was handed in again."""
NOT_SUBMISSIONS = ("__MACOSX", "__pycache__", "node_modules")


class Found(NamedTuple):
    """One submission: by which names its student may be known, and what was handed in.

    `path` is a folder or a zip file; with `files`, it is the folder in which these lie among those of others, each
    with the name under which it was handed in.
    """

    names: tuple[str, ...]
    path: Path
    files: tuple[tuple[str, str], ...] = ()
    is_marked_late: bool = False

    @property
    def name(self) -> str:
        """Return the name by which it is known without a roster."""
        return self.names[0]

    @property
    def place(self) -> str:
        """Return where it is, for messages."""
        return str(self.path / self.files[0][0]) if self.files else str(self.path)


def find_submissions(paths: Sequence[Path], exercise_ids: Sequence[str], *, is_class: bool = False) -> list[Found]:
    """Return the submissions at the paths, in the order of their names; `is_class` says that folders hold many.

    Raises:
        ClassError: a folder cannot be read, or a zip file is that of a whole class.
    """
    found: list[Found] = []
    for path in paths:
        if not path.is_dir():
            _refuse_class_zip(path)
            found.append(_one(path))
        elif _is_submission(path, exercise_ids) if is_class else _holds_exercise(path, exercise_ids):
            found.append(_one(path))
        else:
            many = list(_children(path, _suffixes(exercise_ids)))
            is_many = is_class or any(_looks_handed_in(each, exercise_ids) for each in many)
            found += sorted(many, key=lambda each: each.names) if many and is_many else [_one(path)]
    return found


def _one(path: Path) -> Found:
    real = path.resolve()
    return Found(_names(real.stem if real.suffix == ".zip" else real.name)[0], path)


def _suffixes(exercise_ids: Sequence[str]) -> tuple[str, ...]:
    """Return the endings of the names of files that can be handed in loose."""
    return (".py", ".zip", ".yaml") if any(map(is_by_hand, exercise_ids)) else (".py", ".zip")


def _children(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Found]:
    """Yield what lies in the folder of a class: folders, zip files, and the loose files of a student together."""
    loose: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    late: set[tuple[str, ...]] = set()
    for entry in _entries(folder):
        if entry.name.startswith(".") or entry.name in NOT_SUBMISSIONS or entry.is_symlink():
            continue
        is_folder = entry.is_dir(follow_symlinks=False)
        stem, suffix = os.path.splitext(entry.name)
        names, file, is_late = _names(entry.name if is_folder else stem)
        if is_folder or (suffix.lower() == ".zip" and not file):
            yield Found(names, Path(entry.path), is_marked_late=is_late)
        elif file and suffix.lower() in suffixes:
            loose.setdefault(names, []).append((entry.name, AGAIN.sub("", file + suffix)))
            late |= {names} if is_late else set()
    for names, files in loose.items():
        (name, _), *more = sorted(files)
        if not more and name.lower().endswith(".zip"):
            yield Found(names, folder / name, is_marked_late=names in late)
        else:
            yield Found(names, folder, tuple(sorted(files)), is_marked_late=names in late)


def _entries(folder: Path) -> Iterable[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        raise ClassError(f"{folder}: cannot be read: {error.strerror}; correct its permissions") from error


def _names(text: str) -> tuple[tuple[str, ...], str, bool]:
    """Take a name apart: by what its student may be known, which file it was, whether it is marked late."""
    if match := MOODLE.fullmatch(text):
        return (match["name"], match["number"]), match["file"], False
    if match := CANVAS.fullmatch(text):
        return (match["name"], match["number"]), match["file"], bool(match["late"])
    if match := GRADESCOPE.fullmatch(text):
        return (text, match["number"]), "", False
    return (text,), "", False


def _looks_handed_in(found: Found, exercise_ids: Sequence[str]) -> bool:
    """Say whether something in a folder is a submission and not a part of one."""
    if found.files or len(found.names) > 1 or found.path.suffix.lower() == ".zip":
        return True
    return _holds_exercise(found.path, exercise_ids) or (found.path / ".git").exists()


def _holds_exercise(folder: Path, exercise_ids: Sequence[str]) -> bool:
    """Say whether the file of an exercise is in a folder, or in the one folder that is in it."""
    return _is_submission(only_folder(folder), exercise_ids)


def _is_submission(folder: Path, exercise_ids: Sequence[str]) -> bool:
    """Say whether the file of an exercise is in a folder itself, and not in that of a student."""
    return any(Submission(folder).path(each) for each in exercise_ids)


def only_folder(folder: Path) -> Path:
    """Return the one folder that everything lies in, as in archives of a folder, or the folder itself."""
    try:
        entries = [entry for entry in os.scandir(folder) if entry.name not in NOT_SUBMISSIONS and entry.name != ".git"]
        if len(entries) == 1 and entries[0].is_dir(follow_symlinks=False):
            return only_folder(Path(entries[0].path))
    except OSError:
        return folder
    return folder


def _refuse_class_zip(path: Path) -> None:
    """Refuse what a platform gives a teacher to download: it is too large to be unpacked like a submission."""
    try:
        with zipfile.ZipFile(path) as file:
            tops = {name.partition("/")[0] for name in file.namelist()[:10_000]}
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        return  # unpacking it will say what is wrong
    known = [top for top in tops if len(_names(os.path.splitext(top)[0])[0]) > 1]
    if known and len(known) == len(tops - set(NOT_SUBMISSIONS)):
        raise ClassError(f"{path}: holds the submissions of a class; unpack it and give the folder")
