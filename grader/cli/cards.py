"""`learn print cards`: flashcards as a page to study and print, and as files for other programs."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import cards_print, options
from grader.cli.context import open_course, open_workspace
from grader.cli.declare import takes
from grader.cli.terminal import counted, say
from grader.core import escape
from grader.core.errors import UnknownNameError
from grader.course.course import Course
from grader.files.regular_file import read_or_none

if TYPE_CHECKING:
    from flashcards.deck import Deck

SUFFIXES = {".html": "html", ".htm": "html", ".apkg": "apkg", ".csv": "csv", ".txt": "text"}
"""The format for each file suffix; Anki's text format has none and needs --format."""
NEXT = {
    "html": "Open it in a browser; it needs no network.",
    "anki": "In Anki, choose File, then Import; import it again whenever it has changed.",
    "apkg": "Open it with Anki; open it again whenever it has changed.",
    "csv": "Open it with a spreadsheet, or import it where CSV is understood.",
    "text": "",
}
MAX_EARLIER_BYTES = 256 << 20
NOTHING_WRONG = "Nothing that you checked or answered has gone wrong so far, so there are no cards to make of it."


@click.command()
@takes(cards_print.CardsOptions)
def cards(chosen: cards_print.CardsOptions) -> None:
    """List the flashcard decks, or export DECKs: web page, PDF, Anki, CSV.

    `learn print cards DECK --out cards.html` writes a page to study on the screen or to print. Formats:
    html for the browser, anki and apkg for Anki, csv for spreadsheets, text for reading. A DECK is the name of a deck or a .yaml file. Prints text without --out.

    `learn print cards DECK --out cards.pdf` lays the cards out on sheets to print, cut and fold;
    --layout chooses other card sizes and perforated stock.

    `learn print cards --from-mistakes` makes cards of the mistakes that `learn check` has named, and
    takes the cards about exercises and quiz questions that you got wrong.
    """
    if chosen.layout == "list":
        click.echo(cards_print.list_layouts())
    elif chosen.layout == "calibration":
        click.echo(cards_print.print_calibration(chosen))
    else:
        _list_or_write(chosen)


def _list_or_write(chosen: cards_print.CardsOptions) -> None:
    course, out = open_course(chosen.course_folder), chosen.out
    state = open_workspace(chosen.folder, course).state if chosen.is_own else None
    if cards_print.is_about_sheets(chosen):
        say(cards_print.print_cards(_open(chosen, course, state), chosen))
        return
    if chosen.format_name is None and not (chosen.decks or chosen.tags or out or state):
        click.echo(overview(course))
        return
    wanted = chosen.format_name or (
        options.format_of_suffix(out, SUFFIXES, cards_print.FORMATS, "the cards") if out else "text"
    )
    if out is None and wanted in ("html", "apkg"):
        raise click.UsageError(f"{wanted} needs a file; name it with --out, such as --out cards.{wanted}")
    opened = _open(chosen, course, state)
    if out is None:  # bytes: text mode would translate CSV's line ends on Windows
        click.echo(write(opened, wanted, course, changed_at=0, earlier=b""), nl=False)
        return
    save(opened, wanted, out, course, chosen.decks, may_replace=chosen.force, state=state)
    count = counted(sum(len(deck.cards) for deck in opened), "card")
    say(f"{out} is written: {count}. {NEXT[wanted]}".rstrip())


def overview(course: Course) -> str:
    """Return the list of decks with their card counts, and the next step."""
    rows = _rows(course)
    if not rows:
        return "This course has no flashcards."
    width = max(len(deck_id) for deck_id, _, _ in rows)
    lines = [
        f"  {deck_id:<{width}}  {escape.cut(escape.line(title), 62 - width):<{62 - width}}  {counted(count, 'card'):>9}"
        for deck_id, title, count in rows
    ]
    first = rows[0][0]
    return "\n".join(
        [
            f"{counted(len(rows), 'deck')}, {counted(sum(count for _, _, count in rows), 'card')}:\n",
            *lines,
            f"\nNext: `learn print cards {first} --out {first}.html` makes a page to study and print.",
            "Without a name, all decks are written. `learn print cards --help` shows more.",
        ]
    )


def _rows(course: Course) -> list[tuple[str, str, int]]:
    """Return id, title and number of cards of each deck."""
    from flashcards import catalogue

    def counted_decks() -> dict[str, Any]:
        from flashcards.deck import open_decks

        return {"decks": [(deck.id, deck.title, len(deck.cards)) for deck in open_decks((), course)]}

    files = [course.content.exercises / "course.yaml", *catalogue.deck_files(course)]
    return list(course.parsed("decks", files, counted_decks)["decks"])


def _open(chosen: cards_print.CardsOptions, course: Course, state: Path | None) -> "list[Deck]":
    """Open the chosen decks, or those from the mistakes in a state folder; exit if there are none of these."""
    from flashcards.deck import open_decks, tags_of, with_tags
    from grader.files.strict_yaml import unknown

    with options.usage_errors(UnknownNameError):
        decks = open_own(chosen.decks, course, state) if state else open_decks(chosen.decks, course)
    if not decks and state:
        click.echo(NOTHING_WRONG)
        click.get_current_context().exit()
    if not decks:
        raise click.ClickException("this course has no flashcards; choose another one with --course")
    known = tags_of(decks)
    for tag in chosen.tags:
        if tag not in known:
            raise click.UsageError(unknown("tag", tag, sorted(known)))
    return with_tags(decks, chosen.tags)


def open_own(names: Sequence[str], course: Course, state: Path) -> "list[Deck]":
    """Return decks made from the learner's mistakes, which are stored in a state folder."""
    from grader.learner.mistake_decks import decks_from_mistakes

    if names:
        raise click.UsageError("--from-mistakes makes decks of its own; leave out the names of decks")
    return decks_from_mistakes(course, state)


def write(decks: "Sequence[Deck]", format_name: str, course: Course, *, changed_at: int, earlier: bytes) -> bytes:
    """Return decks serialized in a format."""
    from flashcards import export, study

    owner = export.Owner(course.id, course.title)
    writers: dict[str, Callable[[], bytes]] = {
        "html": lambda: study.render(decks),
        "apkg": lambda: export.anki_package(decks, changed_at=changed_at, earlier=earlier, owner=owner),
        "anki": lambda: export.anki_text(decks, owner).encode(),
        "csv": lambda: export.csv_text(decks).encode(),
        "text": lambda: export.plain_text(decks).encode(),
    }
    return writers[format_name]()


def save(
    decks: "Sequence[Deck]",
    format_name: str,
    out: Path,
    course: Course,
    names: Sequence[str] = (),
    *,
    may_replace: bool,
    state: Path | None = None,
) -> None:
    """Write decks to a file, atomically."""
    from flashcards import catalogue
    from grader.learner.mistake_decks import changed_at as mistakes_changed_at

    options.check_path(out, may_replace=may_replace)
    try:
        earlier = read_or_none(out, MAX_EARLIER_BYTES, may_be_link=True) or b"" if format_name == "apkg" else b""
        changed_at = max(catalogue.changed_at(names, course), mistakes_changed_at(state) if state else 0)
        date = os.environ.get("SOURCE_DATE_EPOCH", "")
        if date.isascii() and date.isdigit() and len(date) < 12:  # a reproducible build
            changed_at = int(date)
        written = write(decks, format_name, course, changed_at=changed_at, earlier=earlier)
        options.save(out, written, may_replace=may_replace)
    except OSError as error:
        raise click.ClickException(str(error)) from error
