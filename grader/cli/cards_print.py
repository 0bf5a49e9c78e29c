"""`learn cards --layout`: print cards on sheets of paper, as a PDF or as a page for the browser."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import click

from grader.cli.options import check_path, save
from grader.cli.terminal import progress_bar

if TYPE_CHECKING:
    from flashcards.deck import Deck
    from flashcards.imposition import Turning
    from flashcards.layout import Layout
    from flashcards.sheets import SheetSet

CALIBRATION = "calibration"
DEFAULT = "fold"
"""The layout for any printer and any paper."""
PAPERS = ("a4", "letter")
LARGEST_OFFSET_MM = 5
LONG = 3
"""The number of chunks from which a progress bar is shown."""


def parse_offset(ctx: click.Context, option: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """Parse two lengths in millimetres, separated by a comma: `0.5,-1`."""
    if value is None:
        return None
    try:
        across, down = map(float, value.split(","))
    except ValueError as error:
        raise click.BadParameter(f"{value!r} is not two lengths in millimetres, such as 0.5,-1") from error
    if not all(math.isfinite(each) and abs(each) <= LARGEST_OFFSET_MM for each in (across, down)):
        raise click.BadParameter(
            f"{value!r} is more than {LARGEST_OFFSET_MM} mm; look first how the paper lies in its tray"
        )
    return across + 0.0, down + 0.0


NO_OPTIONS = {"layout": None, "paper": None, "flip": None, "offset": None, "is_offset_given": False, "no_cover": False}
"""The options about paper if none is given; with `out` and `force`, they are what the functions below read.

An offset that was not given on the command line comes from the environment: it is the printer's.
"""


def is_about_sheets(chosen: SimpleNamespace, format_name: str | None) -> bool:
    """Return True if the command is to print sheets: an option about paper was given, or the file is a PDF."""
    is_given = any((chosen.layout, chosen.paper, chosen.flip, chosen.is_offset_given, chosen.no_cover))
    if not is_given and (chosen.out is None or chosen.out.suffix.lower() != ".pdf"):
        return False
    if format_name is not None:
        raise click.UsageError("sheets are written as the file's name says, .pdf or .html; leave out --format")
    return True


def list_layouts() -> str:
    """Return the list of layouts, with their stock and paper."""
    from flashcards.layout import PAPERS as SHEETS
    from flashcards.layout import layouts

    lines = []
    for layout in layouts():
        lines += [f"{layout.name:<12} {SHEETS[layout.paper].name:<7} {layout.title}", f"{'':<20} {layout.stock}"]
    lines += [
        f"{CALIBRATION:<12} {'both':<7} One sheet that helps to set the printer up; no cards",
        "",
        "Next: `learn cards course --layout fold --out cards.pdf`",
    ]
    return "\n".join(lines)


def find_layout(name: str, paper: str | None) -> Layout:
    """Return a layout by name and paper; without a paper, the one for A4, or the only one."""
    from flashcards.layout import layouts
    from grader.files.strict_yaml import unknown

    known = layouts()
    named = {layout.paper: layout for layout in known if layout.name == name}
    if not named:
        names = [*dict.fromkeys(layout.name for layout in known), CALIBRATION]
        raise click.UsageError(unknown("layout", name, names))
    if paper is None:
        return named.get("a4") or next(iter(named.values()))
    if paper not in named:
        others = ", ".join(dict.fromkeys(layout.name for layout in known if layout.paper == paper))
        raise click.UsageError(f"the layout {name!r} is not for {paper}; use one of {others}")
    return named[paper]


def print_cards(decks: Sequence[Deck], chosen: SimpleNamespace) -> str:
    """Write the cards of decks on sheets; return the message for the user."""
    from flashcards.sheets import sheets_of

    layout = find_layout(chosen.layout or DEFAULT, chosen.paper)
    made = sheets_of(decks, layout, _turning(layout, chosen), has_cover=not chosen.no_cover)
    return _write(made, chosen)


def print_calibration(chosen: SimpleNamespace, decks: Sequence[str]) -> str:
    """Write the calibration sheet for a printer; return the message for the user."""
    from flashcards.printing import set_up_sheet

    if decks:
        raise click.UsageError("the layout 'calibration' prints no cards; leave out the names of decks")
    layout = find_layout("business", chosen.paper)
    return _write(set_up_sheet(layout, _turning(layout, chosen)), chosen)


def _turning(layout: Layout, chosen: SimpleNamespace) -> Turning:
    from flashcards.imposition import Turning, natural_flip

    if layout.is_duplex:
        return Turning(flip=chosen.flip or natural_flip(layout), offset=chosen.offset or (0.0, 0.0))
    useless = [name for name, is_given in (("--flip", chosen.flip), ("--offset", chosen.is_offset_given)) if is_given]
    if useless:
        raise click.UsageError(f"the layout {layout.name!r} is printed on one side; leave out {' and '.join(useless)}")
    return Turning()


def _write(made: SheetSet, chosen: SimpleNamespace) -> str:
    """Write sheets to a file in the format of its suffix; return the message for the user."""
    from flashcards.printing import MisfitError

    out = chosen.out
    if out is None or out.suffix.lower() not in (".pdf", ".html", ".htm"):
        raise click.UsageError("sheets are written as .pdf or .html; name the file with --out, such as --out cards.pdf")
    is_pdf = out.suffix.lower() == ".pdf"
    check_path(out, may_replace=chosen.force)
    try:
        note = _write_pdf(made, out) if is_pdf else _write_html(made, out, may_replace=chosen.force)
    except MisfitError as error:
        raise click.ClickException(f"nothing is written, since texts do not fit:\n{error}") from error
    return f"{click.format_filename(out)} is written: {made.extent}.\n{made.advice}{note}"


def _write_pdf(made: SheetSet, out: Path) -> str:
    from flashcards import printing
    from grader.files.html_page import missing_in_fonts

    with _progress(made, "Pages") as progress:
        printing.write_sheets_pdf(made, out, progress)
    unknown = missing_in_fonts(text.striptags() for card in made.cards for text in (card.front, card.back))
    what = f"The signs {' '.join(unknown[:10])} are" if len(unknown) > 1 else f"The sign {unknown} is"
    return f"\n{what} not in the bundled fonts, and may look different on another machine." if unknown else ""


def _write_html(made: SheetSet, out: Path, *, may_replace: bool) -> str:
    from flashcards import printing, sheets

    with _progress(made, "Measuring") as progress:
        is_measured = printing.measure(made, progress)
    save(out, sheets.html(made), may_replace=may_replace)
    return "" if is_measured else "\nWhether all texts fit shows in the browser: the page warns of those that do not."


def _progress(made: SheetSet, label: str) -> AbstractContextManager[Callable[[int], None]]:
    from flashcards.sheets import chunk_count

    count = chunk_count(made)
    return progress_bar(count, label, is_long=count >= LONG)
