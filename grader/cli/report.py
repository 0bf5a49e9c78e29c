"""`learn report`: summarize the results of a class."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from grader.classes.roster import load_roster
from grader.classes.store import file_name
from grader.cli import options
from grader.cli.context import open_course
from grader.cli.declare import argument, flag, option, shared, takes
from grader.cli.main import FAILED, PASSED
from grader.cli.terminal import counted, say, tracked, width
from grader.core.errors import CourseError
from grader.reports.class_report import render
from grader.reports.class_report.table import ClassTable, Person
from grader.reports.document import LeftOut, Stored, read_results, result_files, students_of_run

RENDERERS: dict[str, Callable[[ClassTable], str]] = {
    ".html": render.render_page,
    ".csv": render.render_csv,
    ".txt": render.render_text,
}
DECK_SUFFIXES = (".html", ".htm", ".apkg", ".csv", ".txt", ".pdf")
INDEX = "index.html"


@dataclass(frozen=True)
class ReportOptions:
    """The arguments and options of `learn report`."""

    results: Path = argument(metavar="RESULTS_DIR", type=options.FOLDER)
    out: Path | None = option(type=options.NEW, help="Output file: .html for a page, .csv for a table, or .txt.")
    pages: Path | None = option(
        type=options.NEW_FOLDER, help="Also write a page for each student, and a list of them, into this folder."
    )
    deck: Path | None = option(type=options.NEW, help="Also write flashcards of the most common mistakes.")
    roster: Path | None = option(
        type=options.FILE, help="CSV file of the class: adds names, and students without a result."
    )
    anonymous: bool = flag(help="Leave out the names of students and of their files.")
    force: bool = shared(options.force_files_option)
    course_folder: Path | None = shared(options.course_option)


@click.command()
@takes(ReportOptions)
@click.pass_context
def report(ctx: click.Context, chosen: ReportOptions) -> None:
    """Summarize the results of a class in RESULTS_DIR.

    RESULTS_DIR is the folder of results of `learn grade`. Shows what was not graded and why, who is
    late, how many students pass each exercise, the most common mistakes, and who needs help with what.

    Prints the report, unless --out names a file. --deck writes flashcards of the most common mistakes
    as .html, .apkg, .csv, .txt or .pdf, without names. --pages writes a page for each student with
    every failed check and the reason, and index.html.

    Exit code 1 means that the report is written, but some files were left out of it.
    """
    _check_places(chosen)
    roster = load_roster(chosen.roster).students if chosen.roster else ()
    people = [Person(student.id, student.name, student.email) for student in roster]
    found = ClassTable(people, is_anonymous=chosen.anonymous)
    pages = _add_results(found, chosen)
    if chosen.pages:
        entries = [*pages, *(render.PageEntry(found.person(student)) for student in found.missing)]
        _save(chosen.pages / INDEX, render.render_index(entries), chosen, "--pages")
        where = chosen.pages / INDEX
        say(f"{where} is written, and {counted(len(pages), 'page')} of students.", err=True)
    if chosen.deck:
        _write_deck(found, chosen.deck, chosen)
    if chosen.out is None:
        click.echo(render.render_text(found, width=width()), nl=False)
    else:
        _save(chosen.out, RENDERERS[chosen.out.suffix.lower()](found), chosen, "--out")
        say(f"{chosen.out} is written.")
    ctx.exit(FAILED if found.left_out else PASSED)


def _check_places(chosen: ReportOptions) -> None:
    """Check before reading that the files can be written."""
    if chosen.out and chosen.out.suffix.lower() not in RENDERERS:
        raise click.UsageError(
            f"{str(chosen.out)!r} does not say how to write the report; let it end with {', '.join(RENDERERS)}"
        )
    if chosen.deck and chosen.deck.suffix.lower() not in DECK_SUFFIXES:
        raise click.UsageError(
            f"{str(chosen.deck)!r} does not say how to write the cards; let it end with {', '.join(DECK_SUFFIXES)}"
        )
    if chosen.deck and chosen.out and chosen.deck.resolve() == chosen.out.resolve():
        raise click.UsageError("--out and --deck are the same file; give each its own")
    for name, path in (("--out", chosen.out), ("--deck", chosen.deck)):
        if path:
            options.check_path(path, may_replace=chosen.force, option=name)
    if chosen.pages:
        if chosen.anonymous:
            raise click.UsageError("--pages names every student, and --anonymous none; leave one of them out")
        _make_folder(chosen.pages, may_replace=chosen.force)


def _make_folder(folder: Path, *, may_replace: bool) -> None:
    """Make the folder of the pages; refuse one with files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_empty = not any(folder.iterdir())
    except OSError as error:
        raise click.ClickException(f"{folder}: cannot be made a folder for pages: {error.strerror}") from error
    if not (is_empty or may_replace):
        raise click.UsageError(f"{folder} is not empty; give --pages another folder, or replace pages with --force")


def _add_results(found: ClassTable, chosen: ReportOptions) -> list[render.PageEntry]:
    """Read the results into the table and write students' pages; warn about files that are left out."""
    files = result_files(chosen.results)
    pages = []
    for stored in tracked(read_results(files, students_of_run(chosen.results)), len(files), "reading"):
        found.add(stored)
        if isinstance(stored, LeftOut):
            say(f"learn: {stored}", err=True)
        elif chosen.pages:
            pages.append(_write_page(found, stored, chosen.pages, chosen))
    if not found.rows:
        raise click.ClickException(f"{chosen.results}: there is no result here that can be used; nothing is written")
    return pages


def _write_page(found: ClassTable, stored: Stored, folder: Path, chosen: ReportOptions) -> render.PageEntry:
    """Write the page of a student; return their line of the list."""
    from grader.reports import html

    person, row = found.person(stored.student), found.rows[-1]
    stem = file_name(stored.student)
    file = f"{stem}_.html" if stem.casefold() == "index" else f"{stem}.html"
    name = f"{person.id} ({person.name})" if person.name else person.id
    page = html.render(stored.result._replace(student=name), late=row.late)
    _save(folder / file, page, chosen, "--pages")
    points = f"{row.score} of {row.max_score}" if row.is_graded and row.max_score else ""
    return render.PageEntry(person, file, points, stored.result.verdict.value)


def _save(path: Path, text: str, chosen: ReportOptions, option_name: str) -> None:
    options.save(path, text.encode("utf-8", "replace"), may_replace=chosen.force, option=option_name)


def _write_deck(found: ClassTable, path: Path, chosen: ReportOptions) -> None:
    """Write flashcards of the class's mistakes, if any was named."""
    from flashcards.mistake_cards import deck_of_mistakes
    from grader.cli import cards, cards_print

    course = open_course(chosen.course_folder)
    graded = sorted({stamp.id for stamp, _ in found.editions})
    if found.mistakes and course.id not in graded:
        names = ", ".join(map(repr, graded))
        raise CourseError(
            f"these are results of the course {names}, not of {course.id!r}; for --deck, name it with --course"
        )
    deck = deck_of_mistakes(course, found.mistakes)
    if not deck.cards:
        say("No mistake of this course was named, so there are no flashcards to write.", err=True)
        return
    if path.suffix.lower() == ".pdf":
        from flashcards.layout import find_layout
        from flashcards.sheets import sheets_of

        cards_print.write(sheets_of([deck], find_layout()), path, may_replace=chosen.force)
    else:
        cards.save([deck], cards.SUFFIXES[path.suffix.lower()], path, course, may_replace=chosen.force)
    say(f"{path} is written: {counted(len(deck.cards), 'card')}.", err=True)
