"""Unpack submitted zip files: only regular files, only inside the folder, of bounded size."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

MAX_ARCHIVE_BYTES = 16 << 20
MAX_FILE_BYTES = 1 << 20
MAX_TOTAL_BYTES = 16 << 20
MAX_MEMBERS = 1000
MAX_RATIO = 200
CHUNK = 1 << 16


class ArchiveError(Exception):
    """The zip file is rejected; the message says why."""


def unpack(archive: Path, folder: Path) -> None:
    """Unpack a zip file into an empty folder.

    All members are checked before anything is written, and the bytes written are counted: the archive's own sizes are
    not trusted.

    Raises:
        ArchiveError: the file is not a zip file, is too large, or a member's name or type is not allowed.
    """
    try:
        if not stat.S_ISREG(archive.stat().st_mode):
            raise ArchiveError(f"{archive.name} is not a regular file; put a zip file there")
        if archive.stat().st_size > MAX_ARCHIVE_BYTES:
            raise ArchiveError(f"{archive.name} is larger than {MAX_ARCHIVE_BYTES >> 20} MiB; hand in the code only")
        with zipfile.ZipFile(archive) as file:
            left = MAX_TOTAL_BYTES
            for member, path in list(_accepted(file)):
                left -= _write(file, member, folder / path, left)
    except (zipfile.BadZipFile, RuntimeError, EOFError, ValueError, OSError) as error:
        raise ArchiveError(f"{archive.name} cannot be unpacked: {getattr(error, 'strerror', '') or error}") from error


def _accepted(file: zipfile.ZipFile) -> Iterator[tuple[zipfile.ZipInfo, Path]]:
    """Yield the members to write, each with its path; folders are created on demand."""
    members = file.infolist()
    if len(members) > MAX_MEMBERS:
        raise ArchiveError(f"it holds more than {MAX_MEMBERS} files; hand in the code only")
    seen: set[str] = set()
    for member in members:
        path = safe_path(member.filename)
        if member.is_dir():
            continue
        kind = stat.S_IFMT(member.external_attr >> 16)
        if kind not in (0, stat.S_IFREG):
            raise ArchiveError(f"{member.filename!r} is not a regular file; put the file itself in")
        if member.file_size > max(1, member.compress_size) * MAX_RATIO or member.file_size > MAX_FILE_BYTES:
            raise ArchiveError(f"{member.filename!r} is too large, or unpacks to too much; hand in the code only")
        if path.as_posix().casefold() in seen:
            raise ArchiveError(f"{member.filename!r} is in it twice; keep one")
        seen.add(path.as_posix().casefold())
        yield member, Path(path)


def safe_path(name: str) -> PurePosixPath:
    """Return a member's path if it stays inside the folder.

    Raises:
        ArchiveError: the path leaves the folder, or has control characters.
    """
    path = PurePosixPath(name)
    is_odd = "\\" in name or ":" in name or any(not character.isprintable() for character in name)
    if is_odd or path.is_absolute() or ".." in path.parts or not path.parts:
        raise ArchiveError(f"{name!r} is not a name that is unpacked; use plain names inside the archive")
    return path


def _write(file: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path, left: int) -> int:
    """Write one member; return its size, which is at most `left` bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with file.open(member) as source, path.open("xb") as target:
        while chunk := source.read(CHUNK):
            written += len(chunk)
            if written > min(left, MAX_FILE_BYTES):
                raise ArchiveError("it unpacks to too much; hand in the code only")
            target.write(chunk)
    return written
