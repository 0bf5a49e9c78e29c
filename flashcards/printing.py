"""Write sheets of cards to a file, as HTML or PDF, and refuse if a text does not fit on its card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from flashcards import pdf, sheets
from flashcards.fit import Misfit, MisfitError, misfits
from flashcards.imposition import Turning
from flashcards.layout import Layout
from flashcards.sheets import SheetSet
from grader.files import fonts

Progress = Callable[[int], None]
"""Is told how many of the `sheets.chunk_count` parts are done."""


def write_sheets_pdf(made: SheetSet, out: Path, progress: Progress | None = None) -> None:
    """Write sheets as a PDF, whole or not at all.

    Raises:
        MisfitError: texts do not fit; all of them are named.
        PdfUnavailableError: a package is missing.
        UnwritableError: the folder or the disk does not let us.
    """
    found: list[Misfit] = []

    def checked() -> Iterator[str]:
        yield from sheets.chunks(made)
        if found:
            raise MisfitError(found)

    pdf.write_pdf(
        checked(),
        out,
        title=made.title,
        duplex=made.turning.flip if made.layout.is_duplex else None,
        progress=progress,
        look=lambda document: found.extend(misfits(document)),
    )


def measure(made: SheetSet, progress: Progress | None = None) -> bool:
    """Make sure that all texts fit, and say whether that could be found out: it takes the packages for PDF.

    Without them only the page that a browser prints measures itself, when it is opened.

    Raises:
        MisfitError: texts do not fit; all of them are named.
    """
    try:
        renderer = pdf.Renderer()
    except pdf.PdfUnavailableError:
        return False
    found: list[Misfit] = []
    for number, chunk in enumerate(sheets.chunks(made), start=1):
        found += misfits(renderer.lay_out(chunk))
        if progress:
            progress(number)
    if found:
        raise MisfitError(found)
    return True


def set_up_sheet(layout: Layout, turning: Turning) -> SheetSet:
    """Return the sheet alone that helps to set a printer up."""
    return SheetSet(title="Set up the printer", version="", cards=(), layout=layout, turning=turning)


def unknown_signs(made: SheetSet) -> str:
    """Return the signs that come from the machine's fonts, because the bundled ones lack them; needs the extra `pdf`."""
    return fonts.missing(text.striptags() for card in made.cards for text in (card.front, card.back))
