"""`learn print cards --layout`: print cards on sheets of paper, as a PDF or as a page for the browser."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import complete_names, options
from grader.cli.declare import argument, flag, option, shared
from grader.cli.options import usage_errors
from grader.cli.terminal import progress_bar
from grader.core.errors import UnknownNameError
from grader.files.safe_write import TakenError

if TYPE_CHECKING:
    from flashcards.deck import Deck
    from flashcards.sheets import SheetSet

FORMATS = ("html", "apkg", "csv", "text")
LONG = 3
"""The number of chunks from which a progress bar is shown."""


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
    folder: Path = shared(options.workspace_option)
    course_folder: Path | None = shared(options.course_option)


def is_about_sheets(chosen: CardsOptions) -> bool:
    """Return True if the command is to print sheets: an option about paper was given, or the file is a PDF."""
    if not (chosen.layout or chosen.paper) and (chosen.out is None or chosen.out.suffix.lower() != ".pdf"):
        return False
    if chosen.format_name is not None:
        raise click.UsageError("sheets are written as the file's name says, .pdf or .html; leave out --format")
    return True


def list_layouts() -> str:
    """Return the list of layouts, with their stock and paper."""
    from flashcards.layout import PAPERS as SHEETS
    from flashcards.layout import layouts

    lines = []
    for layout in layouts():
        lines += [f"{layout.name:<12} {SHEETS[layout.paper].name:<7} {layout.title}", f"{'':<20} {layout.stock}"]
    return "\n".join([*lines, "", "Next: `learn print cards --layout fold --out cards.pdf`"])


def print_cards(decks: "Sequence[Deck]", chosen: CardsOptions) -> str:
    """Write the cards of decks on sheets; return the message for the user."""
    from flashcards.layout import DEFAULT, find_layout
    from flashcards.sheets import sheets_of

    with usage_errors(UnknownNameError):
        layout = find_layout(chosen.layout or DEFAULT, chosen.paper)
    return write(sheets_of(decks, layout), chosen.out, may_replace=chosen.force)


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
