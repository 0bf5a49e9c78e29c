"""Pack files into a zip file whose bytes depend on nothing but the files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Mapping

BEGINNING_OF_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time that zip can store; a fixed time makes the bytes reproducible."""


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
