"""`learn print cards --layout`: print cards on sheets of paper, as a PDF or as a page for the browser."""

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from click.core import ParameterSource

from grader.cli import complete_names, options
from grader.cli.declare import argument, flag, option, shared
from grader.cli.options import usage_errors
from grader.cli.terminal import progress_bar
from grader.core.errors import UnknownNameError
from grader.files.safe_write import TakenError

if TYPE_CHECKING:
    from flashcards.deck import Deck
    from flashcards.layout import Layout
    from flashcards.sheets import SheetSet

FORMATS = ("html", "anki", "apkg", "csv", "text")
LARGEST_OFFSET_MM = 5
LONG = 3
"""The number of chunks from which a progress bar is shown."""


def parse_offset(ctx: click.Context, parameter: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """Parse two lengths in millimetres, separated by a comma: `0.5,-1`."""
    if value is None:
        return None
    try:
        across, down = map(float, value.split(","))
    except ValueError as error:
        raise click.BadParameter(f"{value!r} is not two lengths in millimetres, such as 0.5,-1") from error
    if not all(math.isfinite(length) and abs(length) <= LARGEST_OFFSET_MM for length in (across, down)):
        raise click.BadParameter(
            f"{value!r} is more than {LARGEST_OFFSET_MM} mm; look first how the paper lies in its tray"
        )
    return across + 0.0, down + 0.0


@dataclass(frozen=True)
class CardsOptions:
    """The arguments and options of `learn print cards`."""

    decks: tuple[str, ...] = argument(nargs=-1, metavar="[DECK]...", shell_complete=complete_names.decks)
    tags: tuple[str, ...] = option("--tag", multiple=True, help="Only cards with this tag; repeatable.")
    format_name: str | None = option("--format", type=click.Choice(FORMATS), help="Output format.")
    out: Path | None = option(type=options.NEW, help="Output file; its suffix implies the format.")
    force: bool = shared(options.force_option)
    is_own: bool = flag("--from-mistakes", help="Make cards of your mistakes instead.")
    layout: str | None = option(
        metavar="NAME", help="Print on sheets with this layout; `--layout list` lists the layouts."
    )
    paper: str | None = option(type=click.Choice(tuple(options.PAPERS)), help="Paper size.  [default: a4]")
    flip: Literal["long", "short"] | None = option(
        type=click.Choice(("long", "short")), help="The edge along which the printer flips the sheet."
    )
    offset: tuple[float, float] | None = option(
        metavar="MM,MM",
        callback=parse_offset,
        envvar="LEARN_OFFSET",
        help="Shift all backs right and down; `--layout calibration` prints a sheet to measure how far.",
    )
    folder: Path = shared(options.workspace_option)
    course_folder: Path | None = shared(options.course_option)

    @property
    def is_offset_given(self) -> bool:
        """True if --offset is on the command line; else it is the printer's, from the environment."""
        return click.get_current_context().get_parameter_source("offset") is ParameterSource.COMMANDLINE


def is_about_sheets(chosen: CardsOptions) -> bool:
    """Return True if the command is to print sheets: an option about paper was given, or the file is a PDF.

    An offset that was not given on the command line comes from the environment: it is the printer's.
    """
    is_given = any((chosen.layout, chosen.paper, chosen.flip, chosen.is_offset_given))
    if not is_given and (chosen.out is None or chosen.out.suffix.lower() != ".pdf"):
        return False
    if chosen.format_name is not None:
        raise click.UsageError("sheets are written as the file's name says, .pdf or .html; leave out --format")
    return True


def list_layouts() -> str:
    """Return the list of layouts, with their stock and paper."""
    from flashcards.layout import CALIBRATION, layouts
    from flashcards.layout import PAPERS as SHEETS

    lines = []
    for layout in layouts():
        lines += [f"{layout.name:<12} {SHEETS[layout.paper].name:<7} {layout.title}", f"{'':<20} {layout.stock}"]
    lines += [
        f"{CALIBRATION:<12} {'both':<7} One sheet that helps to set the printer up; no cards",
        "",
        "Next: `learn print cards --layout fold --out cards.pdf`",
    ]
    return "\n".join(lines)


def print_cards(decks: "Sequence[Deck]", chosen: CardsOptions) -> str:
    """Write the cards of decks on sheets; return the message for the user."""
    from flashcards.imposition import turning_for
    from flashcards.layout import DEFAULT
    from flashcards.sheets import sheets_of

    layout = _layout(chosen.layout or DEFAULT, chosen)
    turning = turning_for(layout, chosen.flip, chosen.offset)
    return write(sheets_of(decks, layout, turning), chosen.out, may_replace=chosen.force)


def print_calibration(chosen: CardsOptions) -> str:
    """Write the calibration sheet for a printer; return the message for the user."""
    from flashcards.imposition import turning_for
    from flashcards.printing import set_up_sheet

    if chosen.decks:
        raise click.UsageError("the layout 'calibration' prints no cards; leave out the names of decks")
    layout = _layout("business", chosen)
    sheet_set = set_up_sheet(layout, turning_for(layout, chosen.flip, chosen.offset))
    return write(sheet_set, chosen.out, may_replace=chosen.force)


def _layout(name: str, chosen: CardsOptions) -> "Layout":
    """Return the named layout; refuse options that are of no use with it."""
    from flashcards.layout import find_layout

    with usage_errors(UnknownNameError):
        layout = find_layout(name, chosen.paper)
    given = [name for name, is_given in (("--flip", chosen.flip), ("--offset", chosen.is_offset_given)) if is_given]
    if given and not layout.is_duplex:
        raise click.UsageError(f"the layout {layout.name!r} is printed on one side; leave out {' and '.join(given)}")
    return layout


def write(sheet_set: "SheetSet", out: Path | None, *, may_replace: bool) -> str:
    """Write sheets to a file in the format of its suffix; return the message for the user."""
    from flashcards import printing

    if out is None or out.suffix.lower() not in (".pdf", ".html", ".htm"):
        raise click.UsageError("sheets are written as .pdf or .html; name the file with --out, such as --out cards.pdf")
    with usage_errors(TakenError):
        note = printing.write(sheet_set, out, _progress, may_replace=may_replace)
    lines = [f"{out} is written: {sheet_set.extent}.", sheet_set.advice, note]
    return "\n".join(filter(None, lines))


def _progress(count: int, label: str) -> AbstractContextManager[Callable[[int], None]]:
    return progress_bar(count, label, is_long=count >= LONG)
