"""Read a clone's last commit, or its files in the last one before the deadline, from its objects alone.

The time of a commit is its committer's: it can be set to anything, and a table of times of pushes is better evidence.
"""

import os
import re
import unicodedata
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import NamedTuple

from grader.classes.clone import Objects, head, opened, refuse_foreign
from grader.classes.discover import only_folder
from grader.classes.job import BY_DATE, UNKNOWN
from grader.files.regular_file import UnreadableError
from grader.grading.submission.files import (
    ENVIRONMENT,
    MAX_DEPTH,
    MAX_ENTRIES,
    MAX_READ,
    IsRelevant,
    ListedFile,
    Listing,
    is_skipped,
    most_bytes,
    refusing,
)
from grader.grading.submission.find import MAX_TOTAL_BYTES

MAX_COMMITS = 10_000
TREE, PARENT = re.compile(rb"tree ([0-9a-f]{40})\n"), re.compile(rb"^parent ([0-9a-f]{40})$", re.MULTILINE)
COMMITTER = re.compile(r"^committer .* (\d{1,12}) ([+-])(\d\d)(\d\d)$", re.MULTILINE)
ENTRY = re.compile(rb"([0-7]{5,6}) ([^\0]+)\0(.{20})", re.DOTALL)


class Version(NamedTuple):
    """A commit that is graded instead of the folder as it is: its id, its own time and its files."""

    commit: str
    time: datetime | None
    files: Listing


def version_of(folder: Path, wanted: str, due: datetime | None, is_relevant: IsRelevant) -> Version | None:
    """Return the wanted commit of a clone: an id, or BY_DATE; None if there is none in time, or if no clone is expected.

    Raises:
        UnreadableError: The commit cannot be read, or not from this clone alone; the message says why.
    """
    git = only_folder(folder) / ".git"
    if not os.path.lexists(git):
        if wanted in (BY_DATE, UNKNOWN):
            return None
        raise UnreadableError(f"there is no .git, in which the commit {wanted[:12]} is; hand in the clone")
    if wanted == UNKNOWN:
        raise UnreadableError(
            "nothing says what was pushed before the deadline; the table of pushes has no line of this student"
        )
    refuse_foreign(git)
    with opened(git) as objects:
        commit = _dated(objects, head(git), due) if wanted == BY_DATE else wanted
        if commit is None:
            return None
        content = objects.read(commit, "commit")
        if not (tree := TREE.match(content)):
            raise UnreadableError(f"the commit {commit[:12]} has no tree; the clone is damaged")
        return Version(commit, _committed(content), _files(objects, tree[1].decode(), is_relevant))


def file_of(folder: Path, commit: str, names: Sequence[str], most: int) -> bytes | None:
    """Return a file of at most `most` bytes as it is in a commit, by the names on the way to it; None if there is none.

    Raises:
        UnreadableError: The commit cannot be read, or not from this clone alone.
    """
    git = only_folder(folder) / ".git"
    refuse_foreign(git)
    with opened(git) as objects:
        found = TREE.match(objects.read(commit, "commit"))
        object_id = found[1].decode() if found else None
        for name in names:
            entries = _entries(objects.read(object_id, "tree"), object_id) if object_id else ()
            object_id = next((entry_id for mode, own, entry_id in entries if own == name and mode != b"120000"), None)
        return objects.read(object_id, "blob", most) if object_id else None


def commit_time(folder: Path) -> datetime | None:
    """Return the time of the commit that a clone has checked out; None if it is no clone, or git is not installed.

    The clone may be the only folder in a folder.
    """
    git = only_folder(folder) / ".git"
    commit = head(git)
    if commit is None or not (git / "objects").is_dir():
        return None
    try:
        with opened(git) as objects:
            return _committed(objects.read(commit, "commit"))
    except UnreadableError:
        return None


def _committed(commit: bytes) -> datetime | None:
    """Return the time of a commit by its committer's clock; None if it has none."""
    header = commit.partition(b"\n\n")[0]  # the message after it may hold a line like a committer's
    match = COMMITTER.search(header.decode("utf-8", "replace"))
    if match is None:
        return None
    seconds, sign, hours, minutes = match.groups()
    offset = timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
    try:
        return datetime.fromtimestamp(int(seconds), timezone(offset))
    except (OverflowError, ValueError, OSError):
        return None


def _dated(objects: Objects, commit: str | None, due: datetime | None) -> str | None:
    """Return the last commit of the history that is dated before the deadline; None if there is none."""
    if commit is None:
        raise UnreadableError("its .git says not which commit is checked out; clone it again")
    for _ in range(MAX_COMMITS):
        content = objects.read(commit, "commit")
        time = _committed(content)
        if due is None or (time and time <= due):
            return commit
        parent = PARENT.search(content.partition(b"\n\n")[0])
        if parent is None:
            return None
        commit = parent[1].decode()
    raise UnreadableError(f"none of the last {MAX_COMMITS} commits is dated before the deadline")


# --- the files of a commit ---------------------------------------------------------------------


def _files(objects: Objects, tree: str, is_relevant: IsRelevant) -> Listing:
    """Read a commit's files, those higher up first, as `list_files` does those of a folder."""
    files: list[ListedFile] = []
    unopened: list[str] = []
    folders, count, reader = deque([("", tree)]), 0, _Reader(objects, is_relevant)
    while folders:
        folder, tree = folders.popleft()
        entries = sorted(_entries(objects.read(tree, "tree"), tree), key=lambda entry: entry[1])
        if any(name == ENVIRONMENT for _, name, _ in entries):
            continue
        count += len(entries)
        if count > MAX_ENTRIES:
            unopened.append(f"there are more than {MAX_ENTRIES} files; only the first ones were looked at")
            break
        for mode, own, object_id in entries:
            name = unicodedata.normalize("NFC", f"{folder}{own}")
            if is_skipped(own):  # `.` and `..`, which git does not make, are skipped, too
                continue
            if mode == b"120000":
                files.append(ListedFile(name, refusing("is a link; put the file itself there")))
            elif mode.startswith(b"100"):
                files.append(ListedFile(name, reader.reading(object_id, name)))
            elif mode == b"40000" and name.count("/") < MAX_DEPTH:
                folders.append((f"{name}/", object_id))
            elif mode == b"40000":
                unopened.append(f"{name} is nested too deeply to be looked into")
    return Listing(tuple(files), tuple(unopened))


def _entries(content: bytes, tree: str) -> Iterator[tuple[bytes, str, str]]:
    """Yield mode, name and object of each entry of a tree."""
    place = 0
    while place < len(content):
        entry = ENTRY.match(content, place)
        if entry is None:
            raise UnreadableError(f"the tree {tree[:12]} cannot be read; the clone is damaged")
        place = entry.end()
        name = entry[2].decode("utf-8", "surrogateescape")
        if "/" not in name:
            yield entry[1], name, entry[3].hex()


class _Reader:
    """Reads the files of a commit as long as there are not too many of them."""

    def __init__(self, objects: Objects, is_relevant: IsRelevant) -> None:
        self._objects = objects
        self._is_relevant = is_relevant
        self._files, self._bytes = MAX_READ, MAX_TOTAL_BYTES

    def reading(self, object_id: str, name: str) -> Callable[[], bytes]:
        """Return a function that returns a file's content, or raises the error why it cannot be read."""
        if not self._is_relevant(name):
            return refusing("is not read")
        if not self._files or self._bytes <= 0:
            return refusing("is not read, since there is too much code; hand in the exercises only")
        self._files -= 1
        try:
            content = self._objects.read(object_id, "blob", most_bytes(name))
        except UnreadableError as error:
            return refusing(str(error))
        self._bytes -= len(content)
        return partial(bytes, content)
