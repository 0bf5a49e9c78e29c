"""Whether the texts of cards fit on them, measured on the lines that WeasyPrint has laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flashcards.paper import to_mm

if TYPE_CHECKING:
    from weasyprint import Document  # type: ignore[import-untyped]

TOLERANCE_MM = 0.1
"""What nobody sees."""


@dataclass(frozen=True)
class Misfit:
    """A text that is larger than its place on a card."""

    card: str
    side: str
    """`question` or `answer`."""
    high_mm: float
    """By how much it is too long, or 0."""
    wide_mm: float
    """By how much it is too wide, as a formula can be, or 0."""

    def __str__(self) -> str:
        amounts = ((self.high_mm, "long"), (self.wide_mm, "wide"))
        words = " and ".join(f"{amount:.1f} mm too {what}" for amount, what in amounts if amount)
        return f"{self.card}: its {self.side} is {words}"


class MisfitError(Exception):
    """Cards whose texts do not fit; the message names them all."""

    def __init__(self, misfits: Iterable[Misfit]) -> None:
        self.misfits = list(misfits)
        what = "\n".join(str(each) for each in self.misfits)
        super().__init__(f"{what}\nshorten these texts, or take a layout with larger cards")


def misfits(document: Document) -> Iterator[Misfit]:
    """Yield the texts on a document's pages that do not fit.

    WeasyPrint has no public way to ask where a text ends, so this walks through its boxes.
    """
    for page in document.pages:
        for face in _of_class(page._page_box, "face"):
            (body,) = _of_class(face, "body")
            (text,) = _of_class(body, "text")
            right = max(each.position_x + each.margin_width() for each in (text, *text.descendants()))
            high = to_mm(text.height - body.height)
            wide = to_mm(right - body.position_x - body.width)
            if max(high, wide) > TOLERANCE_MM:
                side = "question" if "question" in face.element.get("class").split() else "answer"
                yield Misfit(face.element.get("data-card"), side, _visible(high), _visible(wide))


def _of_class(box: Any, name: str) -> Iterator[Any]:
    """Yield the boxes of the elements of a class, each whole."""
    for child in getattr(box, "children", ()):
        if child.element is not None and name in (child.element.get("class") or "").split():
            yield child
        else:
            yield from _of_class(child, name)


def _visible(amount_mm: float) -> float:
    return amount_mm if amount_mm > TOLERANCE_MM else 0.0
