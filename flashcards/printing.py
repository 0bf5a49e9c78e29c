"""Write sheets of cards as PDF or as a page, and check that every text fits on its card, by WeasyPrint's layout."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards import pdf, sheets
from flashcards.imposition import Turning
from flashcards.layout import Layout
from flashcards.sheets import SheetSet
from grader.core.errors import MissingExtraError, UserError
from grader.files import safe_write
from grader.files.html_page import missing_in_fonts

if TYPE_CHECKING:
    from weasyprint import Document

TOLERANCE_MM = 0.1
"""Overflow too small to see."""
MM_PER_PIXEL = 25.4 / 96
"""A CSS pixel is 1/96 inch on every device."""
Progress = Callable[[int], None]
"""A callback that receives how many of `sheets.chunk_count` parts are done."""
Watch = Callable[[int, str], AbstractContextManager[Progress]]
"""Shows the progress of so many parts, under a label."""


@dataclass(frozen=True)
class Misfit:
    """A text too large for its card."""

    card: str
    side: str
    """`question` or `answer`."""
    high_mm: float
    """Overflow in height, or 0."""
    wide_mm: float
    """Overflow in width, or 0; formulas are never wrapped."""

    def __str__(self) -> str:
        """Return the card, the side and the overflow."""
        amounts = ((self.high_mm, "long"), (self.wide_mm, "wide"))
        words = " and ".join(f"{amount:.1f} mm too {what}" for amount, what in amounts if amount)
        return f"{self.card}: its {self.side} is {words}"


class MisfitError(UserError):
    """Texts do not fit on their cards; the message names all of them."""

    def __init__(self, misfits: Iterable[Misfit]) -> None:
        """Name each misfit on a line of the message."""
        self.misfits = list(misfits)
        lines = ["nothing is written, since texts do not fit:", *map(str, self.misfits)]
        super().__init__("\n".join([*lines, "shorten these texts, or take a layout with larger cards"]))


def write(sheet_set: SheetSet, out: Path, watch: Watch, *, may_replace: bool) -> str:
    """Write sheets atomically, as a PDF or as a page, as the file's suffix says; return a note for the user, or "".

    Raises:
        TakenError: no file may be written to this path.
        MisfitError: texts do not fit; all of them are named.
        MissingExtraError: a package for PDF is missing.
        UnwritableError: the file cannot be written.
    """
    safe_write.check(out, may_replace=may_replace)
    count = sheets.chunk_count(sheet_set)
    if out.suffix.lower() == ".pdf":
        with watch(count, "Pages") as progress:
            write_sheets_pdf(sheet_set, out, progress)
        return _signs_without_font(sheet_set)
    with watch(count, "Measuring") as progress:
        is_measured = measure(sheet_set, progress)
    with safe_write.promised(out) as file:
        file.write(sheets.html(sheet_set))
        safe_write.check(out, may_replace=may_replace)
    return "" if is_measured else "Whether all texts fit shows in the browser: the page warns of those that do not."


def _signs_without_font(sheet_set: SheetSet) -> str:
    unknown = missing_in_fonts(text.striptags() for card in sheet_set.cards for text in (card.front, card.back))
    what = f"The signs {' '.join(unknown[:10])} are" if len(unknown) > 1 else f"The sign {unknown} is"
    return f"{what} not in the bundled fonts, and may look different on another machine." if unknown else ""


def write_sheets_pdf(sheet_set: SheetSet, out: Path, progress: Progress | None = None) -> None:
    """Write sheets as a PDF; replace the file atomically.

    Raises:
        MisfitError: texts do not fit; all of them are named.
        MissingExtraError: a package is missing.
        UnwritableError: the file cannot be written.
    """
    too_large: list[Misfit] = []

    def checked() -> Iterator[str]:
        yield from sheets.chunks(sheet_set)
        if too_large:
            raise MisfitError(too_large)

    pdf.write_pdf(
        checked(),
        out,
        title=sheet_set.title,
        duplex=sheet_set.turning.flip if sheet_set.layout.is_duplex else None,
        progress=progress,
        look=lambda document: too_large.extend(misfits(document)),
    )


def measure(sheet_set: SheetSet, progress: Progress | None = None) -> bool:
    """Check that all texts fit; return False if the packages for PDF, which measure texts, are missing.

    Without them, only the HTML page checks itself, when a browser opens it.

    Raises:
        MisfitError: texts do not fit; all of them are named.
    """
    try:
        renderer = pdf.Renderer()
    except MissingExtraError:
        return False
    too_large: list[Misfit] = []
    for number, chunk in enumerate(sheets.chunks(sheet_set), start=1):
        too_large += misfits(renderer.lay_out(chunk))
        if progress:
            progress(number)
    if too_large:
        raise MisfitError(too_large)
    return True


def set_up_sheet(layout: Layout, turning: Turning) -> SheetSet:
    """Return a set of only the sheet that calibrates a printer."""
    return SheetSet(title="Set up the printer", version="", cards=(), layout=layout, turning=turning)


def misfits(document: "Document") -> Iterator[Misfit]:
    """Yield the texts on a document's pages that do not fit.

    WeasyPrint has no public API for the end of a text, so this walks its boxes.
    """
    for page in document.pages:
        for face in _of_class(page._page_box, "face"):
            (body,) = _of_class(face, "body")
            (text,) = _of_class(body, "text")
            right = max(box.position_x + box.margin_width() for box in (text, *text.descendants()))
            high = (text.height - body.height) * MM_PER_PIXEL
            wide = (right - body.position_x - body.width) * MM_PER_PIXEL
            if max(high, wide) > TOLERANCE_MM:
                side = "question" if "question" in face.element.get("class").split() else "answer"
                yield Misfit(face.element.get("data-card"), side, _visible(high), _visible(wide))


def _of_class(box: Any, name: str) -> Iterator[Any]:
    """Yield the outermost boxes of the elements of a CSS class."""
    for child in getattr(box, "children", ()):
        if child.element is not None and name in (child.element.get("class") or "").split():
            yield child
        else:
            yield from _of_class(child, name)


def _visible(amount_mm: float) -> float:
    return amount_mm if amount_mm > TOLERANCE_MM else 0.0
