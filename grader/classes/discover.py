"""Discover submissions: a folder, an archive, a folder of clones or archives, an unpacked download of a learning platform.

Only names of files and folders count. Nothing is opened here but directories and the file lists of zip files.
"""

import os
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.classes.platform_names import PlatformName, parse
from grader.core.errors import ClassError
from grader.core.escape import line
from grader.files.archive import ArchiveError, members
from grader.files.regular_file import UnreadableError, open_file
from grader.grading.submission.files import ARCHIVES, MAX_DEPTH, MAX_NAME, NOT_SUBMISSIONS
from grader.grading.submission.folder import Submission


class FoundSubmission(NamedTuple):
    """One submission: what names its student, and the files.

    `path` is a folder, an archive or a file. With `files`, it is a folder that holds files and folders of many students;
    each of this student's is a pair of its name there and its name when it was handed in, which a folder does not have.
    """

    label: PlatformName
    path: Path
    files: tuple[tuple[str, str], ...] = ()
    is_marked_late: bool = False
    obstacle: str = ""
    """Why it is not graded; empty if it is."""

    @property
    def name(self) -> str:
        """Return the name of its student, or of its folder or file."""
        return self.label.name

    @property
    def place(self) -> str:
        """Return its path for messages."""
        return line(str(self.path / self.files[0][0]) if self.files else str(self.path))


def find_submissions(
    paths: Sequence[Path], exercise_ids: Sequence[str], *, is_class: bool = False
) -> list[FoundSubmission]:
    """Return the submissions at the paths, each folder's sorted by name; `is_class` says that folders hold many.

    Raises:
        ClassError: A folder cannot be read, or a zip file holds a whole class.
    """
    submissions: list[FoundSubmission] = []
    for path in paths:
        many = list(_children(path)) if path.is_dir() else []
        if not path.is_dir():
            _refuse_class_zip(path)
        if many and _is_class(path, many, exercise_ids, is_class=is_class):
            submissions += sorted(many, key=lambda found: (found.name, found.label.number, found.place))
        else:
            submissions.append(_one(path))
    return submissions


def _is_class(folder: Path, many: Sequence[FoundSubmission], exercise_ids: Sequence[str], *, is_class: bool) -> bool:
    """Return whether a folder holds many submissions; `is_class` is what the caller knows."""
    # A file of an exercise beside the submissions does not make them one, nor a repository that holds the class.
    units = {"exercises", *(exercise_id.partition("/")[0] for exercise_id in exercise_ids)}
    others = [submission for submission in many if submission.path.name not in units]
    others = [submission for submission in others if _looks_handed_in(submission, exercise_ids)]
    is_clone = (folder / ".git").exists()
    if is_class:
        # A class with one student in one folder looks like a submission in a folder; only the caller can tell them apart.
        return len(others) > 1 or not (is_clone or _is_submission(folder, exercise_ids))
    return not _holds_exercise(folder, exercise_ids) and len(others) > is_clone


def unread_names(paths: Sequence[Path]) -> list[str]:
    """Return the names of entries of a class's folders that are no submissions: loose files, links."""
    folders = [path for path in paths if path.is_dir()]
    return [entry.name for path in folders for entry in _entries(path) if not _is_hidden(entry) and not _is_one(entry)]


def _one(path: Path) -> FoundSubmission:
    real = path.resolve()
    return FoundSubmission(_own_name(real.name, is_folder=path.is_dir())._replace(file=""), path)


def _children(folder: Path) -> Iterator[FoundSubmission]:
    """Yield the submissions in a class's folder: each folder and archive, and all that a platform says is of one person."""
    of_one: dict[tuple[str, ...], list[tuple[str, PlatformName]]] = {}
    for entry in _entries(folder):
        if _is_hidden(entry) or not _is_one(entry):
            continue
        label = _own_name(entry.name, is_folder=entry.is_dir())
        # Moodle makes a folder for each kind of submission: of files, of text.
        key = (label.platform, label.name, label.number) if label.platform else ("", entry.name)
        of_one.setdefault(key, []).append((entry.name, label))
    for entries in of_one.values():
        label = entries[0][1]._replace(file="")
        is_late = any(label.is_late for _, label in entries)
        name, file = entries[0][0], entries[0][1].file
        if len(entries) == 1 and (not file or ARCHIVES.search(file)):
            yield FoundSubmission(label, folder / name, is_marked_late=is_late)
        else:
            files = tuple((name, label.file or name) for name, label in entries)
            yield FoundSubmission(label, folder, files, is_late)


def _own_name(name: str, *, is_folder: bool) -> PlatformName:
    """Return the parts of an entry's name; an archive without a platform is called as the folder that it would make."""
    label = parse(name)
    return label if label.platform or is_folder else parse(ARCHIVES.sub("", unicodedata.normalize("NFC", name)))


def _is_hidden(entry: os.DirEntry[str]) -> bool:
    return entry.name.startswith(".") or entry.name in NOT_SUBMISSIONS


def _is_one(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a submission or a part of one."""
    if entry.is_symlink():  # it could lead to another student's files, or out of the folder
        return False
    return entry.is_dir() or bool(ARCHIVES.search(entry.name)) or bool(parse(entry.name).file)


def _entries(folder: Path) -> Iterable[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        raise ClassError(f"{folder}: cannot be read: {error.strerror}; correct its permissions") from error


def _looks_handed_in(submission: FoundSubmission, exercise_ids: Sequence[str]) -> bool:
    """Return whether an entry of a folder is a submission, and not a part of one."""
    if submission.files or submission.label.platform or ARCHIVES.search(submission.path.name):
        return True
    return _holds_exercise(submission.path, exercise_ids) or (submission.path / ".git").exists()


def _holds_exercise(folder: Path, exercise_ids: Sequence[str]) -> bool:
    """Return whether an exercise's file is in a folder, or in the only folder inside it."""
    return _is_submission(only_folder(folder), exercise_ids)


def _is_submission(folder: Path, exercise_ids: Sequence[str]) -> bool:
    """Return whether an exercise's file is in the folder itself, and not in a student's folder inside it."""
    return any(Submission(folder).path(exercise_id) for exercise_id in exercise_ids)


def only_folder(folder: Path) -> Path:
    """Descend while a folder holds nothing but one folder, as archives often do; return the last one, or a repository."""
    # A loop with a bound: a zip file of 18 kB can nest 1,500 folders.
    for _ in range(MAX_DEPTH):
        try:
            entries = [entry for entry in os.scandir(folder) if entry.name not in NOT_SUBMISSIONS]
        except OSError:
            return folder
        if len(entries) != 1 or not entries[0].is_dir(follow_symlinks=False):
            return folder
        folder = Path(entries[0].path)
    return folder


def _refuse_class_zip(path: Path) -> None:
    """Refuse a platform's download of a whole class, which exceeds the size limits of one submission.

    Raises:
        ClassError: The zip file is such a download.
    """
    try:
        with open_file(path, may_be_link=True) as file:
            tops = {member.name.partition("/")[0] for member in members(file, lambda _: 0)}
    except (ArchiveError, UnreadableError):
        return  # opening it later says what is wrong with it
    known = [top for top in tops if len(top) <= MAX_NAME and parse(top).platform]
    if len(known) > 1 and len(known) == len(tops - set(NOT_SUBMISSIONS)):
        raise ClassError(f"{path}: holds the submissions of a class; unpack it and give the folder")
