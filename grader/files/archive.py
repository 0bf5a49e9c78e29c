"""Read zip and tar archives into memory: only the members that are wanted, each of bounded size; and make zip files.

Nothing is unpacked to disk, so no name can lead out of a folder. Sizes are counted while reading, since an archive's own are not
to be trusted, and only what inflates in small steps is opened: stored and deflated members.
"""

import gzip
import io
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import IO, NamedTuple

MAX_INDEX_BYTES = 8 << 20
"""The most bytes of a zip file's table of contents; 40,000 files of a virtual environment take 5 MB."""
MAX_TAR_BYTES = 256 << 20
MAX_MEMBERS = 100_000
MAX_NAME_BYTES = 64 << 10
MAX_WANTED_BYTES = 16 << 20
BLOCK = 512
"""Size of a tar file's headers, to which contents are padded."""

BEGINNING_OF_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time that zip can store; a fixed time makes the bytes reproducible."""

NOT_OPENED = {
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\xfd7zXZ\x00": "an xz archive",
    b"BZh": "a bzip2 archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
}
PAX_PATH = re.compile(rb"(?:^|\n)\d{1,6} path=([^\n]*)\n")
DAMAGED = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, struct.error, EOFError, NotImplementedError, OverflowError,
    RuntimeError, ValueError, OSError,
)  # fmt: skip
"""Errors of the standard library on archives that are damaged, or pretend to be."""


class ArchiveError(Exception):
    """An archive or a member that is not read; the message says why, as the rest of a sentence about it."""


NOT_READ = ArchiveError("is not read, since there is too much code in the archive; hand in the exercises only")


class Member(NamedTuple):
    """A file in an archive; its content is None if it is not wanted, and an error if it cannot be read."""

    name: str
    content: bytes | ArchiveError | None


def members(file: IO[bytes], most_bytes: Callable[[str], int]) -> list[Member]:
    """Return the files in an archive; `most_bytes` says how many are read of the file of a name, 0 if none.

    Raises:
        ArchiveError: It is no zip or tar file, or is damaged, or too large.
    """
    start = file.read(8)
    file.seek(0)
    for mark, kind in NOT_OPENED.items():
        if start.startswith(mark):
            raise ArchiveError(f"is {kind}, which is not opened here; hand in a zip file")
    try:
        if start.startswith(b"\x1f\x8b"):
            found = _in_tar(_Counted(gzip.GzipFile(fileobj=file, mode="rb")), most_bytes)
        elif _is_tar(file):
            found = _in_tar(_Counted(file), most_bytes)
        else:
            found = _in_zip(file, most_bytes)
        return list(_bounded(found))
    except DAMAGED as error:
        raise ArchiveError(f"cannot be opened: {error}; pack it again") from error


def _bounded(found: Iterable[Member]) -> Iterator[Member]:
    """Yield the members; beyond a total size without their contents, and no more than so many.

    Raises:
        ArchiveError: There are more.
    """
    left = MAX_WANTED_BYTES
    for count, member in enumerate(found):
        if count >= MAX_MEMBERS:
            raise ArchiveError("holds too many files; hand in the code only")
        left -= len(member.content) if isinstance(member.content, bytes) else 0
        yield member if left >= 0 else member._replace(content=member.content and NOT_READ)


# --- zip --------------------------------------------------------------------------------------


class _Careful:
    """A file for `zipfile`, which reads as many bytes at once as the file's own table of contents claims to have."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(MAX_INDEX_BYTES + 1 if size < 0 else min(size, MAX_INDEX_BYTES + 1))
        if len(data) > MAX_INDEX_BYTES:
            raise ArchiveError("holds too many files; hand in the code only")
        return data


def _in_zip(file: IO[bytes], most_bytes: Callable[[str], int]) -> Iterator[Member]:
    with zipfile.ZipFile(_Careful(file)) as archive:
        for member in archive.infolist():
            name = member.filename.replace("\\", "/")  # PowerShell 5 separates folders like this
            if not name.endswith("/"):
                most = most_bytes(name)
                yield Member(name, _unzipped(archive, member, most) if most else None)


def _unzipped(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes | ArchiveError:
    """Return a member's content, or the error why it cannot be read: one damaged member costs only itself."""
    if stat.S_IFMT(member.external_attr >> 16) not in (0, stat.S_IFREG):
        return ArchiveError("is not a regular file; put the file itself there")
    if member.flag_bits & 1:
        return ArchiveError("is encrypted; hand in a zip file without a password")
    # bzip2 and LZMA inflate to gigabytes within one call.
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return ArchiveError(
            "is compressed in another way than zip files usually are; make the zip file with another program"
        )
    try:
        with archive.open(member) as opened:
            return _at_most(opened.read(most + 1), most)
    except DAMAGED as error:
        return ArchiveError(f"cannot be unpacked: {error}; pack it again")


def _at_most(content: bytes, most: int) -> bytes | ArchiveError:
    return content if len(content) <= most else ArchiveError(f"is larger than {most >> 10} KiB; hand in the code only")


def stored_zip(files: Mapping[str, bytes], programs: Collection[str] = ()) -> bytes:
    """Return a zip file; `programs` can be run. Nothing is compressed: that would depend on the version of zlib."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, BEGINNING_OF_TIME)
            entry.create_system = 3  # Unix: unzip applies the permissions only then
            entry.external_attr = (0o755 if path in programs else 0o644) << 16
            archive.writestr(entry, files[path])
    return packed.getvalue()


# --- tar --------------------------------------------------------------------------------------


class _Counted:
    """A stream for reading a tar file, which ends with an error after so many bytes."""

    def __init__(self, file: IO[bytes] | gzip.GzipFile) -> None:
        self._file = file
        self._left = MAX_TAR_BYTES

    def read(self, size: int) -> bytes:
        data = self._file.read(min(size, self._left + 1))
        self._left -= len(data)
        if self._left < 0:
            raise ArchiveError(f"unpacks to more than {MAX_TAR_BYTES >> 20} MiB; hand in the code only")
        return data

    def skip(self, size: int) -> None:
        while size > 0:
            data = self.read(min(size, 1 << 20))
            if not data:
                raise EOFError("it ends too early")
            size -= len(data)


def _is_tar(file: IO[bytes]) -> bool:
    file.seek(257)
    mark = file.read(5)
    file.seek(0)
    return mark == b"ustar"


def _in_tar(source: _Counted, most_bytes: Callable[[str], int]) -> Iterator[Member]:
    # Not by TarFile, which reads headers of any size into memory.
    long_name = ""
    while (block := source.read(BLOCK)).strip(b"\0"):
        header = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
        if header.size < 0:
            raise ValueError("a size is negative")
        has_content = header.type not in (tarfile.LNKTYPE, tarfile.SYMTYPE, tarfile.DIRTYPE)
        left = header.size + -header.size % BLOCK if has_content else 0
        if header.type in (tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE):
            if header.size > MAX_NAME_BYTES:
                raise ArchiveError("holds a name that is too long; pack it again")
            data = source.read(header.size)
            left -= len(data)
            long_name = _long_name(header.type, data) or long_name
        else:
            name, long_name = (long_name or header.name).removeprefix("./"), ""
            most = 0 if header.isdir() else most_bytes(name)
            content: bytes | ArchiveError | None = None
            if most and header.isreg():
                data = source.read(min(header.size, most + 1))
                left -= len(data)
                content = _at_most(data, most)
            elif most:
                content = ArchiveError("is not a regular file; put the file itself there")
            if not header.isdir():
                yield Member(name, content)
        source.skip(left)


def _long_name(kind: bytes, data: bytes) -> str:
    """Return the name in a header that stands before its file, where the name is too long for a file's own."""
    if kind == tarfile.XHDTYPE:
        found = PAX_PATH.search(data)
        data = found[1] if found else b""
    return data.rstrip(b"\0").decode("utf-8", "surrogateescape")
