"""Read learners' files as data, never imported, and list those of a submission: folders, loose files, archives.

Links are never followed, although a path can be exchanged with one at any time: each file and folder is opened from the
folder that the user named, one part of its path after the other.
"""

import errno
import io
import os
import re
import unicodedata
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, Protocol

from grader.files.regular_file import MAX_BYTES, UnreadableError, open_file, read_file
from grader.files.safe_write import opened

if TYPE_CHECKING:
    from grader.files.archive import Member

MAX_FILES = 200
ARCHIVES = re.compile(r"\.(zip|tar|tgz|tar\.gz|7z|rar|tar\.(bz2|xz|zst)|tbz2?|txz)$", re.IGNORECASE)
"""Names of archives, also of those that are not opened."""
NOT_SUBMISSIONS = frozenset(("__MACOSX", "__pycache__", "node_modules", "site-packages"))
"""Folders that archivers and tools leave beside submissions."""
CACHE, COMPILED = "__pycache__", ".pyc"
"""Where Python keeps compiled files, which are listed so that nobody who hands in only those gets 0 points."""
ENVIRONMENT = "pyvenv.cfg"
"""The file in every virtual environment."""
MAX_ENTRIES = 20_000
MAX_DEPTH = 20
MAX_NAME = 255
"""The longest name of a file, as file systems have it; names in archives may be longer."""
MAX_READ = 500
"""The most files that are read from one archive."""
MAX_ARCHIVES = 10
MAX_ARCHIVE_BYTES = 8 << 20
"""The most bytes of an archive in an archive, which is read into memory."""
MAX_NOTEBOOK_BYTES = 4 << 20


class SubmittedFiles(Protocol):
    """The interface of a submission that grading needs."""

    def read(self, exercise_id: str) -> bytes | None:
        """Return the bytes of an exercise's file, None if there is none."""

    def shown(self, exercise_id: str) -> str:
        """Return the file's name as messages show it."""

    def absence(self, exercise_id: str) -> str:
        return f"there is no file {self.shown(exercise_id)}"

    def has(self, exercise_id: str) -> bool:
        """Return whether there is a file for an exercise, readable or not."""

    @property
    def modules(self) -> Mapping[str, tuple[str, bytes]]:
        """Return the modules that the learner's files can import from one another: name → shown name and bytes."""


class ListedFile(NamedTuple):
    """A file that was handed in: its name from the top of the submission, and a function that reads it.

    The function raises UnreadableError. `origin` is the name that a platform gave to a loose file; `open` opens a file of a
    folder.
    """

    name: str
    read: Callable[[], bytes]
    origin: str = ""
    open: Callable[[], IO[bytes]] | None = None

    @property
    def folders(self) -> list[str]:
        return self.name.split("/")[:-1]

    @property
    def base(self) -> str:
        return self.name.rpartition("/")[2]


class Listing(NamedTuple):
    """The files that were handed in, and sentences on folders and archives that cannot be opened."""

    files: tuple[ListedFile, ...]
    unopened: tuple[str, ...] = ()


IsRelevant = Callable[[str], bool]
"""Whether a file of this name can be of use; others in archives are not read."""


class FolderEntry(NamedTuple):
    """An entry of a folder, as it was when the folder was listed."""

    name: str
    is_link: bool
    is_folder: bool


def list_files(
    sources: Sequence[tuple[Path, str]],
    is_relevant: IsRelevant,
    expected: Collection[str] = (),
    root: Path | None = None,
) -> Listing:
    """List the files at each path; a loose file has its second name, a folder and an archive are opened.

    Args:
        sources: Paths, each with its name within the submission; the name of a folder is not used.
        is_relevant: Whether a file of this name in an archive can be of use.
        expected: Names that are also looked for in folders that are links, to refuse them by name.
        root: The folder that the user named, below which all paths are; None if the paths themselves were named.

    Raises:
        UnreadableError: Nothing can be opened.
    """
    files: list[ListedFile] = []
    unopened: list[str] = []
    for path, name in sources:
        try:
            files += _at(path, name, root, is_relevant, expected, unopened)
        except UnreadableError as error:
            unopened.append(f"{name or path.name} {error}")
    if unopened and not files:
        raise UnreadableError("; ".join(unopened))
    return Listing(tuple(files), tuple(unopened))


def open_archives(files: Sequence[ListedFile], is_relevant: IsRelevant) -> Listing:
    """List the files in archives that lie among the files, and in archives in those."""
    waiting = deque(file for file in files if ARCHIVES.search(file.name))
    found: list[ListedFile] = []
    unopened: list[str] = []
    for _ in range(MAX_ARCHIVES):
        if not waiting:
            break
        archive = waiting.popleft()
        try:
            with archive.open() if archive.open else io.BytesIO(archive.read()) as file:
                inner = _in_archive(file, is_relevant, f"{archive.name}/")
        except UnreadableError as error:
            unopened.append(f"{archive.name} {error}")
            continue
        found += inner
        waiting += [file for file in inner if ARCHIVES.search(file.name)]
    if waiting:
        unopened.append(f"only {MAX_ARCHIVES} archives are opened; unpack the others")
    return Listing(tuple(found), tuple(unopened))


def most_bytes(name: str) -> int:
    """Return how large a file of this name may be."""
    if ARCHIVES.search(name):
        return MAX_ARCHIVE_BYTES
    return MAX_NOTEBOOK_BYTES if name.lower().endswith(".ipynb") else MAX_BYTES


def _at(
    path: Path,
    name: str,
    root: Path | None,
    is_relevant: IsRelevant,
    expected: Collection[str],
    unopened: list[str],
) -> Sequence[ListedFile]:
    if path.is_dir():
        return list(_in_folder(path, root or path, expected, unopened))
    if not ARCHIVES.search(name or path.name):
        return [ListedFile(name or path.name, partial(read_file, path, most_bytes(name), root=root), path.name)]
    with open_file(path, may_be_link=not name, root=root) as file:
        return _in_archive(file, is_relevant, origin=f"{path.name}/" if name else "")


# --- folders ----------------------------------------------------------------------------------


def _in_folder(top: Path, root: Path, expected: Collection[str], unopened: list[str]) -> Iterator[ListedFile]:
    """Yield a folder's files, those higher up first; links are not followed."""
    # A queue and no recursion: folders can be nested more deeply than Python's stack.
    folders = deque([""])
    count = 0
    while folders and count <= MAX_ENTRIES:
        folder = folders.popleft()
        entries = _entries(top, folder, root, unopened)
        if any(entry.name == ENVIRONMENT for entry in entries):
            continue
        count += len(entries)
        for entry in entries:
            name = unicodedata.normalize("NFC", f"{folder}{entry.name}")
            if entry.is_link and entry.is_folder:
                yield from _behind_link(top, f"{folder}{entry.name}/", expected)
            elif not entry.is_folder or name.endswith(".py"):  # reading a folder called a.py says that it is one
                path = top / folder / entry.name
                read = partial(read_file, path, most_bytes(name), root=root)
                yield ListedFile(name, read, open=partial(open_file, path, root=root))
            elif name.count("/") < MAX_DEPTH:
                folders.append(f"{folder}{entry.name}/")
            else:
                unopened.append(f"{name} is nested too deeply to be looked into")
    if folders:
        unopened.append(f"there are more than {MAX_ENTRIES} files; only the first ones were looked at")


def _entries(top: Path, folder: str, root: Path, unopened: list[str]) -> list[FolderEntry]:
    try:
        with opened(top / folder, root) as inner, inner.listing() as found:
            kept = (entry for entry in found if _is_kept(entry.name, folder.rstrip("/")))
            return sorted(FolderEntry(entry.name, entry.is_symlink(), _is_folder(entry)) for entry in kept)
    except OSError as error:
        is_link = error.errno == errno.ELOOP
        reason = "is a link; put the folder itself there" if is_link else f"cannot be opened: {error.strerror}"
        if not folder:
            raise UnreadableError(reason) from error
        unopened.append(f"{folder} {reason}")
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def is_skipped(name: str) -> bool:
    """Return whether nothing of this name is a learner's work: what is hidden, and folders of tools."""
    return name.startswith(".") or name in NOT_SUBMISSIONS


def _is_kept(name: str, folder: str) -> bool:
    """Return whether an entry of a folder is listed: in a folder of compiled files only those."""
    if folder.rpartition("/")[2] == CACHE:
        return name.endswith(COMPILED)
    return name == CACHE or not is_skipped(name)


def _behind_link(top: Path, folder: str, expected: Collection[str]) -> Iterator[ListedFile]:
    """Yield the expected files in a folder that is a link, as files that cannot be read."""
    for name in expected:
        if name.startswith(folder) and os.path.lexists(top / name):
            yield ListedFile(name, refusing("is in a folder that is a link; put the folder itself there"))


# --- archives ---------------------------------------------------------------------------------


def _in_archive(file: IO[bytes], is_relevant: IsRelevant, prefix: str = "", origin: str = "") -> list[ListedFile]:
    """Return an archive's files, those higher up first; `origin` tells several archives of one student apart.

    Raises:
        UnreadableError: It cannot be opened.
    """
    from grader.files.archive import ArchiveError, members  # most clones hold none

    try:
        listed = [member.name for member in members(file, lambda _: 0)]
        environments = tuple(path.removesuffix(ENVIRONMENT) for path in listed if path.endswith(f"/{ENVIRONMENT}"))
        names = [path for path in listed if _is_looked_at(path) and not path.startswith(environments)]
        wanted = sorted(filter(is_relevant, names), key=lambda name: name.count("/"))[:MAX_READ]
        limits = {name: most_bytes(name) for name in wanted}
        file.seek(0)
        looked_at = set(names)
        found = [member for member in members(file, lambda name: limits.get(name, 0)) if member.name in looked_at]
    except ArchiveError as error:
        raise UnreadableError(str(error)) from error
    found.sort(key=lambda member: member.name.count("/"))
    return [
        ListedFile(
            unicodedata.normalize("NFC", prefix + member.name), _reading(member), origin and origin + member.name
        )
        for member in found
    ]


def _is_looked_at(name: str) -> bool:
    """Return whether a member's folders can hold learners' files."""
    parts = name.split("/")
    is_plain = len(parts) <= MAX_DEPTH and "" not in parts and all(len(part) <= MAX_NAME for part in parts)
    return is_plain and all(_is_kept(part, folder) for part, folder in zip(parts, ["", *parts], strict=False))


def _reading(member: "Member") -> Callable[[], bytes]:
    """Return the function that returns a member's content, or raises the error why it cannot be read."""
    content = member.content
    if isinstance(content, bytes):
        return lambda: content
    return refusing(str(content or "is not read"))


def refusing(why: str) -> Callable[[], bytes]:
    """Return a function that reads nothing, but raises UnreadableError."""

    def read() -> bytes:
        raise UnreadableError(why)

    return read


# --- single files -------------------------------------------------------------------------------


def file_of(exercise_id: str) -> str:
    return f"{exercise_id}.py"


def places_of(exercise_id: str) -> tuple[str, ...]:
    """Return where an exercise's file may lie: in a workspace, in its unit, or flat."""
    file = file_of(exercise_id)
    return f"exercises/{file}", file, file.rpartition("/")[2]
