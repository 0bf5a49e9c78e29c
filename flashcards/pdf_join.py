"""Join PDFs into one, part by part, so that only one part is in memory however many there are.

qpdf joins files too, but holds every object of the result in memory, which for ten thousand tagged cards is hundreds of
megabytes. Here qpdf (as pikepdf) reads each part and writes its objects as text; only their numbers are changed.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, BinaryIO

CATALOG, PAGES, INFO, TAGS, DOCUMENT = 1, 2, 3, 4, 5
"""The numbers of the objects that all parts share."""
_SHARED = "/LearnShared"
"""Stands in a part for a reference to a shared object, with its number behind it."""
_TOKEN = re.compile(rb"\((?:[^\\()]|\\.)*\)|<[0-9A-Fa-f]+>|/LearnShared(\d+)|(\d+) 0 R", re.DOTALL)
"""Strings, which stay as they are, and references."""


class Joined:
    """A PDF that grows at its end; `finish` makes it whole."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._offsets = [0] * (DOCUMENT + 1)
        self._at = 0
        self._digest = hashlib.sha256()
        self._page_nodes: list[str] = []
        self._page_count = 0
        self._elements: list[str] = []
        self._tables: list[str] = []
        self._write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def add(self, part: Any) -> None:
        """Add the pages and tags of a `pikepdf.Pdf`, which is changed; its tags must be numbered already."""
        from pikepdf import Array, Name, Object

        shift = len(self._offsets) - 1
        pages, tags = part.Root.Pages, part.Root.StructTreeRoot
        element, table = tags.K[0], tags.ParentTree
        pages.Parent = Name(f"{_SHARED}{PAGES}")
        element.P, element.S = Name(f"{_SHARED}{DOCUMENT}"), Name.Part
        table.Limits = Array([table.Nums[0], table.Nums[-2]])
        self._page_nodes.append(_reference(pages, shift))
        self._page_count += int(pages.Count)
        self._elements.append(_reference(element, shift))
        self._tables.append(_reference(table, shift))
        left_out = {part.Root.objgen, tags.objgen, part.trailer.get("/Info", part.Root).objgen}
        for number, each in enumerate(part.objects, start=1 + shift):
            self._offsets.append(0)
            if isinstance(each, Object) and each.objgen not in left_out:
                self._object(number, _written(each, shift))

    def finish(self, catalog: Any, info: Any) -> None:
        """Write what all parts share: a catalog and an information dictionary, both from `pikepdf`."""
        from pikepdf import Dictionary, Name

        catalog.Type, catalog.MarkInfo = Name.Catalog, Dictionary(Marked=True)
        for key, number in (("/Pages", PAGES), ("/StructTreeRoot", TAGS)):
            catalog[key] = Name(f"{_SHARED}{number}")
        self._object(CATALOG, _written(catalog, 0))
        self._object(INFO, _written(info, 0))
        kids = " ".join(self._page_nodes)
        self._object(PAGES, f"<< /Type /Pages /Count {self._page_count} /Kids [ {kids} ] >>".encode())
        tables = " ".join(self._tables)
        self._object(
            TAGS, f"<< /Type /StructTreeRoot /K [ {DOCUMENT} 0 R ] /ParentTree << /Kids [ {tables} ] >> >>".encode()
        )
        elements = " ".join(self._elements)
        self._object(DOCUMENT, f"<< /Type /StructElem /S /Document /P {TAGS} 0 R /K [ {elements} ] >>".encode())
        self._end()

    def _end(self) -> None:
        """Write where each object begins, and the number that tells this file from others with other content."""
        start, count = self._at, len(self._offsets)
        rows = [b"0000000000 65535 f \n"]
        rows += [b"%010d 00000 n \n" % offset if offset else b"0000000000 00000 f \n" for offset in self._offsets[1:]]
        name = self._digest.hexdigest()[:32]
        self._write(b"xref\n0 %d\n" % count + b"".join(rows))
        trailer = f"<< /Size {count} /Root {CATALOG} 0 R /Info {INFO} 0 R /ID [ <{name}> <{name}> ] >>"
        self._write(f"trailer\n{trailer}\nstartxref\n{start}\n%%EOF\n".encode())

    def _object(self, number: int, content: bytes) -> None:
        self._offsets[number] = self._at
        self._write(b"%d 0 obj\n%s\nendobj\n" % (number, content))

    def _write(self, content: bytes) -> None:
        self._file.write(content)
        self._digest.update(content)
        self._at += len(content)


def _reference(each: Any, shift: int) -> str:
    return f"{each.objgen[0] + shift} 0 R"


def _written(each: Any, shift: int) -> bytes:
    """Write an object as it stands in a file, with its references moved by so many numbers."""
    from pikepdf import Stream

    def moved(token: re.Match[bytes]) -> bytes:
        shared, own = token.groups()
        if shared is not None:
            return b"%s 0 R" % shared
        return token[0] if own is None else b"%d 0 R" % (int(own) + shift)

    if not isinstance(each, Stream):
        return _TOKEN.sub(moved, each.unparse(resolved=True))
    data = each.read_raw_bytes()
    each.stream_dict.Length = len(data)
    head = _TOKEN.sub(moved, each.stream_dict.unparse(resolved=True))
    return b"%s\nstream\n%s\nendstream" % (head, data)
