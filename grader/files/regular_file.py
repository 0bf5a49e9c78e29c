"""Read files that others may have made: regular ones of bounded size only, and through no link unless that is allowed."""

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from grader.files.safe_write import NO_LINK, Folder, is_link, opened

MAX_BYTES = 256 << 10
"""The most bytes of a learner's file."""
# O_NONBLOCK: opening a FIFO would wait for a writer
READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class UnreadableError(ValueError):
    """A file that exists but cannot be used; the message says why, `kind` in words that name no file."""

    def __init__(self, message: str, kind: str = "") -> None:
        super().__init__(message)
        self.kind = kind or message.partition(";")[0]


def read_file(path: Path, most_bytes: int = MAX_BYTES, *, may_be_link: bool = False, root: Path | None = None) -> bytes:
    """Read a regular file, without following a link unless it may be one; below `root` through none at all.

    Raises:
        UnreadableError: it is something else, too large, or cannot be opened.
    """
    with open_file(path, may_be_link=may_be_link, root=root) as file:
        return _at_most(file, most_bytes)


def read_or_none(path: Path, most_bytes: int = MAX_BYTES, *, may_be_link: bool = False) -> bytes | None:
    """Read a regular file as `read_file` does; None if that is refused, or fails."""
    with contextlib.suppress(UnreadableError):
        return read_file(path, most_bytes, may_be_link=may_be_link)
    return None


def read_below(root: Path, path: Path, most_bytes: int) -> bytes | None:
    """Read a regular file below a root, following no link on the way; None if the file is not there, or its folder.

    Raises:
        UnreadableError: it is something else, too large, or cannot be opened.
    """
    try:
        with opened(path.parent, root) as folder:
            try:
                with _open(folder, path.name) as file:
                    return _at_most(file, most_bytes)
            except OSError as error:
                if isinstance(error, FileNotFoundError):
                    return None
                raise UnreadableError(f"cannot be read: {error.strerror}") from error
    except OSError:  # of the folder, in which nothing can be written either
        return None


def open_file(path: Path, *, may_be_link: bool = False, root: Path | None = None) -> BinaryIO:
    """Open a regular file for reading; raise UnreadableError if it is something else, or cannot be opened."""
    try:
        if root is None:
            return _open(Folder(path.parent, None), path.name, may_be_link=may_be_link)
        with opened(path.parent, root) as folder:
            return _open(folder, path.name)
    except OSError as error:
        if root and error.errno == errno.ELOOP:
            raise UnreadableError("is in a folder that is a link; put the folder itself there") from error
        raise UnreadableError(f"cannot be opened: {error.strerror}") from error


def _open(folder: Folder, name: str, *, may_be_link: bool = False) -> BinaryIO:
    if not may_be_link and is_link(folder, name):  # as O_NOFOLLOW, which Windows lacks, but with a sentence
        raise UnreadableError("is a link; put the file itself there")
    flags = READING if may_be_link else READING | NO_LINK
    descriptor = os.open(folder.name(name), flags, dir_fd=folder.descriptor)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):  # of the open file: a path can be exchanged after a check
        os.close(descriptor)
        raise UnreadableError("is not a regular file; put a file there")
    return os.fdopen(descriptor, "rb")


def _at_most(file: BinaryIO, most_bytes: int) -> bytes:
    content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise UnreadableError(f"is larger than {most_bytes >> 10} KiB; hand in the code only")
    return content
