"""The tags of a PDF, from which a screen reader learns what is a paragraph and in which order to read.

WeasyPrint writes an element for every piece of a line. One that says nothing (a block, a span) is merged into the one
around it, which makes a deck's file much smaller.
"""

from __future__ import annotations

from typing import Any

HOLLOW = {"/NonStruct", "/Span", "/Div"}
"""Elements that only group."""


class Tags:
    """Numbers the pages of several PDFs, one after the other, in one sequence of tags."""

    def __init__(self) -> None:
        self._next = 0

    def pack(self, pdf: Any) -> None:
        """Prepare the tags of a PDF that WeasyPrint is about to write, a `pydyf.PDF`, for being joined with others."""
        entries: list[Any] = [each for each in pdf.objects if isinstance(each, dict)]
        elements = {each.reference: each for each in entries if each.get("Type") == "/StructElem"}
        (numbers,) = [each["Nums"] for each in entries if "Nums" in each]
        merged = _merge_hollow(elements)
        for place in range(0, len(numbers), 2):
            numbers[place] += self._next
            targets = numbers[place + 1]
            if isinstance(targets, list):
                targets[:] = [merged.get(each, each) for each in targets]
            else:
                numbers[place + 1] = merged.get(targets, targets)
        for entry in entries:
            for key in ("StructParents", "StructParent"):
                if key in entry:
                    entry[key] += self._next
        self._next += len(numbers) // 2


def _merge_hollow(elements: dict[bytes, Any]) -> dict[bytes, bytes]:
    """Merge each element that says nothing into the one around it; return what stands for those that went."""
    went: dict[bytes, bytes] = {}
    tops = [reference for reference, element in elements.items() if element["P"] not in elements]
    for reference in tops:
        _take_in(reference, elements[reference], elements, went)
    return {old: _stays(new, went) for old, new in went.items()}


def _stays(reference: bytes, went: dict[bytes, bytes]) -> bytes:
    """Return the element that stands for another, over several steps."""
    while reference in went:
        reference = went[reference]
    return reference


def _take_in(reference: bytes, element: Any, elements: dict[bytes, Any], went: dict[bytes, bytes]) -> None:
    """Give an element the pieces of text and the elements that it holds when those that only group are gone."""
    kids = []
    for kid in element["K"]:
        child = elements.get(kid) if isinstance(kid, bytes) else None
        if child is None:
            kids.append(kid)
            continue
        _take_in(kid, child, elements, went)
        if child["S"] in HOLLOW and "A" not in child and child.get("Pg") == element.get("Pg"):
            went[kid] = reference
            kids += child["K"]
        else:
            kids.append(kid)
    for kid in kids:
        if kid in elements:
            elements[kid]["P"] = reference
    element["K"][:] = kids
