"""`learn cards`: flashcards as a page to study and print, and as files for other programs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from grader.cli import cards_print
from grader.cli.cards_print import print_choice, print_options
from grader.cli.options import course_option, open_course, open_workspace, workspace_option
from grader.cli.output_options import faults_told, force_option
from grader.core.errors import UnknownNameError

if TYPE_CHECKING:
    from flashcards.deck import Deck
    from grader.course.course import Course

FORMATS = ("html", "anki", "apkg", "csv", "text")
SUFFIXES = {".html": "html", ".htm": "html", ".apkg": "apkg", ".csv": "csv", ".txt": "text"}
"""The format for each file suffix; Anki's text format has none and needs --format."""
NEXT = {
    "html": "Open it in a browser; it needs no network.",
    "anki": "In Anki, choose File, then Import; import it again whenever it has changed.",
    "apkg": "Open it with Anki; open it again whenever it has changed.",
    "csv": "Open it with a spreadsheet, or import it where CSV is understood.",
    "text": "",
}
NOTHING_WRONG = "Nothing that you checked or answered has gone wrong so far, so there are no cards to make of it."


class CardsOptions(NamedTuple):
    """The parameters of `learn cards`, without those about paper."""

    decks: tuple[str, ...]
    tags: tuple[str, ...]
    format_name: str | None
    out: Path | None
    force: bool
    is_own: bool
    folder: Path
    course_folder: Path | None


@click.command()
@click.argument("decks", nargs=-1, metavar="[DECK]...")
@click.option("--tag", "tags", multiple=True, help="Only cards about this; may be given several times.")
@click.option("--format", "format_name", type=click.Choice(FORMATS), help="How to write the cards.")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write; its name may say the format.")
@force_option
@click.option("--from-mistakes", "is_own", is_flag=True, help="The cards of what you got wrong.")
@print_options
@workspace_option
@course_option
@click.pass_context
def cards(ctx: click.Context, /, **_: object) -> None:
    """List the decks of flashcards, or write the cards of DECKs.

    `learn cards course --out course.html` makes one page to study on the screen or to print:
    html is for the browser, anki and apkg are for Anki, csv for spreadsheets, text for reading.
    A DECK is the name of a deck or a .yaml file. Without --out, text comes to the terminal.

    `learn cards course --out course.pdf` lays the cards out on sheets to print, cut and fold;
    --layout chooses cards of other sizes, and stock that is perforated.

    `learn cards --from-mistakes` takes the mistakes that `learn check` has named to you, and the
    cards about exercises and quiz questions that went wrong.
    """
    choice = print_choice(ctx)
    options = CardsOptions(**{name: ctx.params[name] for name in CardsOptions._fields})
    if choice.layout == "list":
        click.echo(cards_print.list_layouts())
        return
    if choice.layout == cards_print.CALIBRATION:
        click.echo(cards_print.print_calibration(choice, options.decks, options.out, may_replace=options.force))
        return
    course = open_course(options.course_folder)
    state = open_workspace(options.folder, course).state if options.is_own else None
    if cards_print.is_about_sheets(choice, options.format_name, options.out):
        opened = open_chosen(options.decks, options.tags, course, state)
        click.echo(cards_print.print_cards(opened, choice, options.out, may_replace=options.force))
        return
    if not (options.decks or options.tags or options.format_name or options.out or state):
        click.echo(overview(course))
        return
    wanted = options.format_name or _format_of(options.out)
    if options.out is None and wanted in ("html", "apkg"):
        raise click.UsageError(f"{wanted} needs a file; name it with --out, such as --out cards.{wanted}")
    opened = open_chosen(options.decks, options.tags, course, state)
    if options.out is None:
        click.echo(
            write(opened, wanted, changed_at=0, earlier=b""), nl=False
        )  # bytes: text mode would translate CSV's line ends on Windows
        return
    save(opened, wanted, options.out, course, options.decks, may_replace=options.force, state=state)
    click.echo(f"{click.format_filename(options.out)} is written: {_counted(opened)}. {NEXT[wanted]}".rstrip())


def overview(course: Course) -> str:
    """Return the list of decks with their card counts, and the next step."""
    from flashcards import catalogue
    from grader.core import escape

    files = [course.content.exercises / "course.yaml", *catalogue.deck_files(course)]
    rows: list[tuple[str, str, int]] = course.parsed.get("decks", files, lambda: _summaries(course))["decks"]
    if not rows:
        return "This course has no flashcards."
    width = max(len(deck_id) for deck_id, _, _ in rows)
    lines = [
        f"  {deck_id:<{width}}  {escape.cut(escape.line(title), 62 - width):<{62 - width}}  {_number(count):>9}"
        for deck_id, title, count in rows
    ]
    first = rows[0][0]
    return "\n".join(
        [
            f"{len(rows)} deck{'' if len(rows) == 1 else 's'}, {_number(sum(count for _, _, count in rows))}:\n",
            *lines,
            f"\nNext: `learn cards {first} --out {first}.html` makes a page to study and print.",
            "Without a name, all decks are written. `learn cards --help` shows more.",
        ]
    )


def _summaries(course: Course) -> dict[str, Any]:
    """Load all decks; return their ids, titles and card counts as JSON data."""
    from flashcards.deck_file import open_decks

    return {"decks": [(deck.id, deck.title, len(deck.cards)) for deck in open_decks((), course)]}


def open_chosen(names: Sequence[str], tags: tuple[str, ...], course: Course, state: Path | None = None) -> list[Deck]:
    """Open the named decks, or all, and filter their cards by tags, if any.

    With `state`, the folder of a learner's progress, make the decks from mistakes instead; if there are none, exit.
    """
    from flashcards import deck_file
    from flashcards.deck import tags_of, with_tags
    from grader.files.yaml_messages import unknown

    try:
        decks = open_own(names, course, state) if state else deck_file.open_decks(names, course)
    except UnknownNameError as error:
        raise click.UsageError(str(error)) from error
    if not decks and state:
        click.echo(NOTHING_WRONG)
        click.get_current_context().exit()
    if not decks:
        raise click.ClickException("this course has no flashcards; choose another one with --course")
    known = tags_of(decks)
    for tag in tags:
        if tag not in known:
            raise click.UsageError(unknown("tag", tag, sorted(known)))
    return with_tags(decks, tags)


def open_own(names: Sequence[str], course: Course, state: Path) -> list[Deck]:
    """Make decks from the mistakes in a learner's progress folder."""
    from grader.learner.mistake_decks import decks_from_mistakes

    if names:
        raise click.UsageError("--from-mistakes makes decks of its own; leave out the names of decks")
    return decks_from_mistakes(course, state)


def write(decks: Sequence[Deck], format_name: str, *, changed_at: int, earlier: bytes) -> bytes:
    """Return decks serialized in a format."""
    from flashcards import export

    if format_name == "html":
        from flashcards import study

        return study.render(decks)
    if format_name == "apkg":
        from flashcards import export_anki

        return export_anki.anki_package(decks, changed_at=changed_at, earlier=earlier)
    texts = {"anki": export.anki_text, "csv": export.csv_text, "text": export.plain_text}
    return texts[format_name](decks).encode()


def save(
    decks: Sequence[Deck],
    format_name: str,
    out: Path,
    course: Course,
    names: Sequence[str],
    *,
    may_replace: bool,
    state: Path | None = None,
) -> None:
    """Write decks to a file, atomically."""
    from flashcards import catalogue
    from grader.files import safe_write
    from grader.learner.mistake_decks import changed_at as mistakes_changed_at

    try:
        with faults_told():
            safe_write.check(out, may_replace=may_replace)
            earlier = out.read_bytes() if format_name == "apkg" and out.is_file() else b""
            date = _source_date()
            changed = max(catalogue.changed_at(names, course), mistakes_changed_at(state) if state else 0)
            changed_at = changed if date is None else date
            safe_write.save(
                out, write(decks, format_name, changed_at=changed_at, earlier=earlier), may_replace=may_replace
            )
    except OSError as error:
        raise click.ClickException(str(error)) from error


def _format_of(out: Path | None) -> str:
    """Return the format for a file's suffix; text without a file."""
    if out is None:
        return "text"
    if out.suffix.lower() not in SUFFIXES:
        raise click.UsageError(
            f"{str(out)!r} does not say how to write the cards; add --format and one of {', '.join(FORMATS)}"
        )
    return SUFFIXES[out.suffix.lower()]


def _source_date() -> int | None:
    """Return SOURCE_DATE_EPOCH, the date of reproducible builds, or None if it is unset or no number."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None


def _number(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def _counted(decks: Sequence[Deck]) -> str:
    return _number(sum(len(deck.cards) for deck in decks))


COMMAND = cards
