"""Write files atomically, in one way of two kinds: docs/decisions/0014 says why.

State lies below a workspace, which a stranger may have made, as every clone and hand-in is: nothing below its root is
written through a link. Outputs are where the user named them: their links are followed.
"""

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from grader.core.errors import UnwritableError

UNFINISHED = ".tmp"
"""Suffix of temporary files."""
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
DIRECTORY = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
PASSING = DIRECTORY | getattr(os, "O_PATH", 0)
"""To open files in a folder that one may enter and not list, as home folders of others are; macOS needs the right to list."""
NAME_SURROGATE = 0x20000000
"""Set in the reparse tags of Windows that lead elsewhere: links and junctions, not OneDrive's files."""
PAUSES = (0.05, 0.2, 1.0) if os.name == "nt" else ()
"""Seconds to wait before a move is tried again: on Windows an editor or a virus scanner may have the file open."""


class TakenError(Exception):
    """The output path cannot be used; the message says why."""


class Folder(NamedTuple):
    """An opened folder. Names in it mean files in it, even if its path becomes a link meanwhile; not so on Windows."""

    path: Path
    descriptor: int | None
    """None where files can't be opened relative to a folder, which is Windows."""

    def name(self, name: str) -> str:
        """Return what the functions of `os` take for a file, together with the descriptor."""
        return name if self.descriptor is not None else str(self.path / name)

    def inner(self, name: str, *, makes: bool) -> "Folder":
        """Return an opened folder in this one; raise OSError if it is a link, or not there."""
        with contextlib.suppress(FileExistsError):
            if makes:
                os.mkdir(self.name(name), dir_fd=self.descriptor)
        if is_link(self, name):
            raise OSError(errno.ELOOP, "it is a link, and nothing is written through links", str(self.path / name))
        if self.descriptor is None:
            return Folder(self.path / name, None)
        return Folder(self.path / name, os.open(name, PASSING | NO_LINK, dir_fd=self.descriptor))

    @contextlib.contextmanager
    def listing(self) -> Iterator[Iterator[os.DirEntry[str]]]:
        """Open its list of entries, which can be looked at within the block only."""
        if self.descriptor is None:
            with os.scandir(self.path) as entries:
                yield entries
            return
        descriptor = os.open(".", DIRECTORY, dir_fd=self.descriptor)
        try:
            with os.scandir(descriptor) as entries:
                yield entries
        finally:
            os.close(descriptor)


def is_link(folder: Folder, name: str) -> bool:
    """Return whether a name in a folder leads elsewhere; False if there is nothing of that name."""
    try:
        found = os.stat(folder.name(name), dir_fd=folder.descriptor, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return stat.S_ISLNK(found.st_mode) or bool(getattr(found, "st_reparse_tag", 0) & NAME_SURROGATE)


@contextlib.contextmanager
def opened(path: Path, root: Path | None = None, *, makes: bool = False) -> Iterator[Folder]:
    """Open a folder; below `root` through no link. `makes` says that folders which are missing are made.

    Raises:
        OSError: there is no such folder, or a part of the path below the root is a link.
    """
    root = path if root is None else root
    if makes:
        root.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        folder = Folder(root, os.open(root, PASSING) if os.open in os.supports_dir_fd else None)
        for name in ("", *path.relative_to(root).parts):
            folder = folder.inner(name, makes=makes) if name else folder
            if folder.descriptor is not None:
                stack.callback(os.close, folder.descriptor)
        yield folder


@contextlib.contextmanager
def whole(
    path: Path, root: Path | None = None, *, mode: int = 0o666, outlives_power_cuts: bool = True
) -> Iterator[BinaryIO]:
    """Open a temporary file beside a path; move it there in one step if the block succeeds.

    Below `root`, if that is given, folders that are missing are made, and links are not followed.

    Raises:
        OSError: the file cannot be written; an existing file is unchanged.
    """
    with opened(path.parent, root, makes=root is not None) as folder:
        temporary = f"{path.name[:40]}.{os.urandom(8).hex()}{UNFINISHED}"
        try:
            # O_EXCL opens neither a file nor a link that somebody has put there
            descriptor = os.open(folder.name(temporary), NEW | NO_LINK, mode, dir_fd=folder.descriptor)
            with open(descriptor, "wb") as file:
                yield file
                if outlives_power_cuts:
                    file.flush()
                    os.fsync(file.fileno())
            _move(folder, temporary, folder, path.name)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(folder.name(temporary), dir_fd=folder.descriptor)
            raise


def move(path: Path, target: Path, root: Path) -> None:
    """Move a file below a root through no link; make its folder, and replace a file of that name.

    Raises:
        OSError: it cannot be moved, and is where it was.
    """
    with opened(path.parent, root) as source, opened(target.parent, root, makes=True) as folder:
        _move(source, path.name, folder, target.name)


def _move(source: Folder, name: str, folder: Folder, target: str) -> None:
    for pause in (*PAUSES, None):
        try:
            return os.replace(
                source.name(name), folder.name(target), src_dir_fd=source.descriptor, dst_dir_fd=folder.descriptor
            )
        except PermissionError:
            if pause is None:
                raise
            time.sleep(pause)


# --- outputs that the user named ---------------------------------------------------------------


def check(path: Path, *, may_replace: bool) -> None:
    """Raise TakenError if a file may not be written to a path: no folder is there, or the path is taken."""
    if not os.path.isdir(path.parent):
        raise TakenError(f"there is no folder {str(path.parent)!r}; make it first")
    if not os.path.lexists(path):
        return
    if os.path.exists(path) and not os.path.isfile(path):
        raise TakenError(f"{str(path)!r} is not a file; give the name of one with --out")
    if not may_replace:
        raise TakenError(f"{str(path)!r} is there already; use --force to replace it, or another name with --out")


@contextlib.contextmanager
def promised(path: Path) -> Iterator[BinaryIO]:
    """Open an output file as `whole` does; follow a symbolic link; raise UnwritableError if it cannot be written."""
    try:
        with whole(Path(os.path.realpath(path))) as file:
            yield file
    except OSError as error:
        raise UnwritableError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error
