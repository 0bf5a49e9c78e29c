"""Discover submissions: a folder, an archive, a folder of clones or archives, an unpacked download of a learning platform.

Only names of files and folders count. Nothing is opened here but directories and the file lists of archives. The names inside
a submission are its student's own: they decide nothing about any other.
"""

import contextlib
import os
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from grader.classes.platform_names import PlatformName, parse
from grader.core.errors import ClassError
from grader.core.escape import line
from grader.core.result import WHOLE_CLASS
from grader.files.archive import ArchiveError, members
from grader.files.regular_file import UnreadableError, open_file
from grader.grading.submission.files import ARCHIVES, MAX_DEPTH, MAX_NAME, NOT_SUBMISSIONS
from grader.grading.submission.folder import Submission

MAX_TOPS = 1000
"""The most entries of a folder that are looked at to see whether it is a platform's download."""


class FoundSubmission(NamedTuple):
    """One submission: what names its student, and the files.

    `path` is a folder, an archive or a file. With `files`, it is a folder that holds files and folders of many students;
    each of this student's is a pair of its name there and its name when it was handed in, which a folder does not have.
    `root` is the folder that the user named, below which no link is followed; None if the path itself was named.
    """

    label: PlatformName
    path: Path
    files: tuple[tuple[str, str], ...] = ()
    is_marked_late: bool = False
    obstacle: str = ""
    """Why it is not graded; empty if it is."""
    kind: str = ""
    """The same in words that name nobody: one of those in `core.result`."""
    root: Path | None = None

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
    """Return the submissions at the paths: of several each is one, a single one may be a class, sorted by name.

    Args:
        paths: Folders, archives and files.
        exercise_ids: The exercises whose files show where a submission is.
        is_class: Whether a folder is known to hold many.

    Raises:
        ClassError: The only folder cannot be read, or the only archive holds a whole class.
    """
    if len(paths) > 1:
        return _several(paths)
    (path,) = paths
    many = list(_children(path)) if path.is_dir() else []
    if many and _is_class(path, many, exercise_ids, is_class=is_class):
        return sorted(many, key=lambda found: (found.name, found.label.number, found.place))
    if not path.is_dir() and _is_download(_tops(path, None)):
        raise ClassError(f"{path}: {WHOLE_CLASS}; unpack it and give the folder")
    return [
        FoundSubmission(_own_name(Path(os.path.realpath(path)).name, is_folder=path.is_dir())._replace(file=""), path)
    ]


def _several(paths: Sequence[Path]) -> list[FoundSubmission]:
    """Return the submissions at several paths, such as those that a shell makes of `class/*`."""
    # The teacher owns the folder that all paths share; below it, students may own entries and put links there.
    absolute = [path.absolute() for path in paths]
    shared = Path(os.path.commonpath(absolute)) if len({path.anchor for path in absolute}) == 1 else None
    named = [(str(path), _own_name(_last_name(path), is_folder=path.is_dir())) for path in dict.fromkeys(paths)]
    return [_below(shared, found) for found in _by_person(Path(), named)]


def _below(shared: Path | None, found: FoundSubmission) -> FoundSubmission:
    """Return a submission with its root, and set aside if it is a class's."""
    path = found.path.absolute()
    is_near = shared in path.parents and shared != Path(path.anchor)
    root = shared if found.files or is_near else path.parent
    if found.files or not _is_download(_tops(path, root)):
        return found._replace(root=root)
    advice = "unpack it, and give its folder alone"
    return found._replace(root=root, obstacle=f"{WHOLE_CLASS}; {advice}", kind=WHOLE_CLASS)


def _last_name(path: Path) -> str:
    # A link's own name: that of its target would let a student speak for the one it leads to.
    return path.name if path.name not in ("", "..") else Path(os.path.realpath(path)).name


def _is_class(folder: Path, many: Sequence[FoundSubmission], exercise_ids: Sequence[str], *, is_class: bool) -> bool:
    """Return whether a folder holds many submissions; `is_class` is what the caller knows."""
    # Neither a repository around the class makes it one submission, nor a file or folder of an exercise beside several.
    units = {"exercises", *(exercise_id.partition("/")[0] for exercise_id in exercise_ids)}
    others = [submission for submission in many if submission.path.name not in units]
    others = [submission for submission in others if _looks_handed_in(submission, exercise_ids)]
    is_clone = (folder / ".git").exists()
    if is_class:
        # A class with one student in one folder looks like a submission in a folder; only the caller can tell them apart.
        return len(others) > 1 or not (is_clone or _is_submission(folder, exercise_ids))
    return len(others) > 1 or (not _holds_exercise(folder, exercise_ids) and len(others) > is_clone)


def unread_names(paths: Sequence[Path]) -> list[str]:
    """Return the names of entries of a class's folder that are no submissions: loose files, links."""
    if len(paths) > 1 or not paths[0].is_dir():
        return []
    return [entry.name for entry in _entries(paths[0]) if not _is_hidden(entry) and not _is_one(entry)]


def _children(folder: Path) -> Iterator[FoundSubmission]:
    """Yield the submissions in a class's folder: each folder and archive, and all that a platform says is of one person."""
    entries = [entry for entry in _entries(folder) if not _is_hidden(entry) and _is_one(entry)]
    named = [(entry.name, _own_name(entry.name, is_folder=entry.is_dir())) for entry in entries]
    return (found._replace(root=folder) for found in _by_person(folder, named))


def _by_person(folder: Path, named: Iterable[tuple[str, PlatformName]]) -> Iterator[FoundSubmission]:
    """Yield a submission for each path in a folder, but one for all of the same person by a platform's names."""
    of_one: dict[tuple[str, ...], list[tuple[str, PlatformName]]] = {}
    for name, label in named:
        # Moodle makes a folder for each kind of submission: of files, of text.
        key = (label.platform, label.name, label.number) if label.platform else ("", name)
        of_one.setdefault(key, []).append((name, label))
    for entries in of_one.values():
        label = min((label for _, label in entries), key=lambda label: len(label.other_number))._replace(file="")
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
            with os.scandir(folder) as listed:
                entries = list(islice((entry for entry in listed if entry.name not in NOT_SUBMISSIONS), 2))
        except OSError:
            return folder
        # Not into the .git of a clone in which nothing is checked out.
        if len(entries) != 1 or entries[0].name.startswith(".") or not entries[0].is_dir(follow_symlinks=False):
            return folder
        folder = Path(entries[0].path)
    return folder


def _tops(path: Path, root: Path | None) -> Collection[str]:
    """Return the names at the top of a folder or an archive; nothing of one that cannot be opened, which is said later."""
    if path.is_dir():
        with contextlib.suppress(OSError), os.scandir(path) as entries:
            return {entry.name for entry in islice(entries, MAX_TOPS)}
        return ()
    try:
        with open_file(path, may_be_link=root is None, root=root) as file:
            return {member.name.partition("/")[0] for member in members(file, lambda _: 0)}
    except (ArchiveError, UnreadableError):
        return ()


def _is_download(tops: Collection[str]) -> bool:
    """Return whether names are those of a platform's download of a class, which exceeds the limits of one submission."""
    labels = [parse(top) for top in set(tops) - NOT_SUBMISSIONS if len(top) <= MAX_NAME]
    people = {(label.name, label.number) for label in labels if label.platform}
    return len(people) > 1 and all(label.platform for label in labels)
