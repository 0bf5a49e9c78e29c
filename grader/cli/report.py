"""`learn report`: summarize the results of a class."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.cli import options
from grader.cli.main import FAILED, PASSED
from grader.cli.terminal import counted, has_colour, width

if TYPE_CHECKING:
    from grader.reports.class_report.statistics import ClassFigures
    from grader.reports.document import LeftOut, Stored

FORMATS = ("text", "csv", "html")
SUFFIXES = {".html": "html", ".htm": "html", ".csv": "csv", ".txt": "text"}
"""The format for each file suffix."""
DECK_SUFFIXES = (".html", ".htm", ".apkg", ".csv", ".txt", ".pdf")
MAX_TOLD = 10
"""The number of skipped files to list by name."""


class ReportOptions(NamedTuple):
    """The parameters of `learn report`."""

    results: Path
    format_name: str | None
    out: Path | None
    deck: Path | None
    roster: Path | None
    anonymous: bool
    force: bool
    course_folder: Path | None


@click.command()
@click.argument("results", metavar="RESULTS_DIR", type=options.FOLDER)
@click.option("--format", "format_name", type=click.Choice(FORMATS), help="How to write the report.")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write; its name may say the format.")
@click.option("--deck", type=click.Path(path_type=Path), help="Also write flashcards of the commonest mistakes.")
@click.option("--roster", type=options.FILE, help="CSV of the class, to say who has no result.")
@click.option("--anonymous", is_flag=True, help="Name no student, for a report that others see.")
@click.option("--force", is_flag=True, help="Replace files that are there.")
@options.plain_option
@options.course_option
@click.pass_context
def report(ctx: click.Context, /, **_: object) -> None:
    """Say how a class is doing, from its results in RESULTS_DIR.

    RESULTS_DIR is the folder that `learn grade --out` has written into, or any folder with
    results as JSON files. The report says how many pass each exercise and check, which mistakes
    are common, who needs help with what, who is late, and where the time went.

    --out report.html makes a page for the browser, --out report.csv a table. Without --out,
    the report comes to the terminal. --deck writes flashcards of the class's commonest
    mistakes, as .html, .apkg, .csv, .txt or .pdf; they name no student.

    Exit code 1 says that the report is written, and that files were left out of it.
    """
    chosen = ReportOptions(**ctx.params)
    format_name = _format(chosen)
    _check_places(chosen)
    figures = _figures(chosen)
    if chosen.deck:
        _write_deck(chosen, chosen.deck, figures)
    _write_report(chosen, format_name, figures)
    ctx.exit(FAILED if figures.left_out_count else PASSED)


def _format(chosen: ReportOptions) -> str:
    """Return the format of --format, or of the file's suffix."""
    if chosen.format_name == "html" and chosen.out is None:
        raise click.UsageError("html needs a file; name it with --out, such as --out report.html")
    if chosen.format_name or chosen.out is None:
        return chosen.format_name or "text"
    return options.format_of_suffix(chosen.out, SUFFIXES, FORMATS, "the report")


def _check_places(chosen: ReportOptions) -> None:
    """Check before reading that the files can be written."""
    if chosen.deck and chosen.deck.suffix.lower() not in DECK_SUFFIXES:
        raise click.UsageError(
            f"{str(chosen.deck)!r} does not say how to write the cards; let it end with {', '.join(DECK_SUFFIXES)}"
        )
    if chosen.deck and chosen.out and chosen.deck.resolve() == chosen.out.resolve():
        raise click.UsageError("--out and --deck are the same file; give each its own")
    for option, path in (("--out", chosen.out), ("--deck", chosen.deck)):
        if path:
            options.check_path(path, may_replace=chosen.force, option=option)


def _figures(chosen: ReportOptions) -> ClassFigures:
    """Read and aggregate the results; warn about skipped files."""
    from grader.classes.roster import load_roster
    from grader.reports.class_report.statistics import Count
    from grader.reports.document import LeftOut, read_results, result_files, students_of_run

    roster = load_roster(chosen.roster).students if chosen.roster else ()
    files = result_files(chosen.results)
    count = Count()
    told = 0
    for each in _watched(read_results(files, students_of_run(chosen.results)), len(files)):
        count.add(each)
        if isinstance(each, LeftOut):
            told += 1
            if told <= MAX_TOLD:
                click.echo(f"learn: {each}", err=True)
    if told > MAX_TOLD:
        click.echo(f"learn: {told - MAX_TOLD} more files are left out.", err=True)
    if told == len(files):
        raise click.ClickException(f"{chosen.results}: there is no result here that can be used; nothing is written")
    return count.figures([student.id for student in roster], is_anonymous=chosen.anonymous)


def _watched(results: Iterable[Stored | LeftOut], total: int) -> Iterator[Stored | LeftOut]:
    """Yield the results; on a terminal, with a progress bar."""
    if not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(results, "reading", total, console=Console(stderr=True), transient=True)


def _write_deck(chosen: ReportOptions, path: Path, figures: ClassFigures) -> None:
    """Write flashcards of the class's mistakes, if any was named."""
    from grader.cli import cards, cards_print
    from grader.learner.mistake_decks import deck_of_mistakes

    course = options.open_course(chosen.course_folder)
    deck = deck_of_mistakes(course, figures.mistakes)
    if not deck.cards:
        click.echo("No mistake of this course was named, so there are no flashcards to write.", err=True)
        return
    if path.suffix.lower() == ".pdf":
        cards_print.print_cards([deck], cards_print.PrintOptions(out=path, force=chosen.force))
    else:
        cards.save([deck], cards.SUFFIXES[path.suffix.lower()], path, course, may_replace=chosen.force)
    click.echo(f"{click.format_filename(path)} is written: {counted(len(deck.cards), 'card')}.", err=True)


def _write_report(chosen: ReportOptions, format_name: str, figures: ClassFigures) -> None:
    """Write the report to its file, atomically, or print it."""
    from grader.reports.class_report import class_text

    if format_name == "text" and chosen.out is None:
        click.echo(class_text.render(figures, width=width(), is_drawn=has_colour()), nl=False)
        return
    if format_name == "html":
        from grader.reports.class_report import class_page

        written = class_page.render(figures)
    else:
        written = class_text.render_csv(figures) if format_name == "csv" else class_text.render(figures)
    if chosen.out is None:
        click.echo(written.encode(), nl=False)  # bytes: text mode would translate CSV's line ends on Windows
        return
    options.save(chosen.out, written.encode(), may_replace=chosen.force)
    click.echo(f"{click.format_filename(chosen.out)} is written.")
