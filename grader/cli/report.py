"""`learn report`: summarize the results of a class."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.classes.plan import CLASS, DECIDED
from grader.classes.read_apart import handed_in_quizzes
from grader.classes.roster import Student, load_roster
from grader.classes.store import file_name
from grader.classes.totals import StudentTotals
from grader.cli import options
from grader.cli.context import open_course
from grader.cli.declare import argument, flag, option, shared, takes
from grader.cli.main import FAILED, PASSED
from grader.cli.report_one import check_alone, one_student
from grader.cli.terminal import counted, has_color, tracked, width
from grader.core.errors import CourseError
from grader.reports.class_report import text as class_text
from grader.reports.class_report.statistics import ClassFigures, Count
from grader.reports.document import LeftOut, Stored, read_results, result_files, settings_of_run, students_of_run
from grader.reports.gradebook import Total

if TYPE_CHECKING:
    from grader.reports.class_report.page import StudentRow

FORMATS = ("text", "csv", "html")
SUFFIXES = {".html": "html", ".htm": "html", ".csv": "csv", ".txt": "text"}
"""The format for each file suffix."""
DECK_SUFFIXES = (".html", ".htm", ".apkg", ".csv", ".txt", ".pdf")
MAX_TOLD = 10
"""The number of skipped files to list by name."""


@dataclass(frozen=True)
class ReportOptions:
    """The arguments and options of `learn report`."""

    results: Path = argument(metavar="RESULTS_DIR", type=options.FOLDER, required=False)
    exercise: str | None = argument(required=False)
    student: str | None = option(
        "--of", metavar="STUDENT", help="Print how one student's points came about, in all or in EXERCISE."
    )
    is_alike: bool = flag("--alike", help="Print which students' files are equal, or equal the solution; for you only.")
    before: Path | None = option(metavar="DIR", type=options.FOLDER, help="Results of a first exam, with --after.")
    after: Path | None = option(
        metavar="DIR", type=options.FOLDER, help="Results of a second exam: print what the class has gained."
    )
    format_name: str | None = option("--format", type=click.Choice(FORMATS), help="Output format.")
    out: Path | None = option(type=options.NEW, help="Output file; its suffix implies the format.")
    deck: Path | None = option(type=options.NEW, help="Also write flashcards of the most common mistakes.")
    pages: Path | None = option(
        type=options.NEW_FOLDER, help="Also write a page for each student, and a list of them, into this folder."
    )
    roster: Path | None = option(
        type=options.FILE, help="CSV file of the class: adds names, and students without a result."
    )
    anonymous: bool = flag(help="Leave out the names of students.")
    force: bool = shared(options.force_files_option)
    course_folder: Path | None = shared(options.course_option)


@click.command()
@takes(ReportOptions)
@click.pass_context
def report(ctx: click.Context, chosen: ReportOptions) -> None:
    """Summarize the results of a class in RESULTS_DIR.

    RESULTS_DIR is the --out folder of `learn grade`, or any folder with results as JSON files. Shows
    how many students pass each exercise and check, the most common mistakes, who needs help with
    what, who is late, and where the time went.

    Prints the report, unless --out names a file: .html for a page, .csv for a table. --deck writes
    flashcards of the most common mistakes as .html, .apkg, .csv, .txt or .pdf, without names.
    --pages writes a page for each student with every failed check and the reason, and index.html.
    --of prints the calls and values behind one student's points, the seed, and a command that
    repeats just that. --alike reads the submissions
    again where they were graded, and prints equal files, without a score or a verdict.
    --before and --after, without RESULTS_DIR, compare two exams whose versions were swapped between
    halves of the class: the gain for each question and unit, with an interval.

    Exit code 1 means that the report is written, but some files were left out of it.
    """
    if chosen.before or chosen.after:
        from grader.cli.report_gain import gains, two_exams  # opens the course, which few reports need

        before, after = two_exams(ctx)
        click.echo(gains(before, after, open_course(chosen.course_folder), width()), nl=False)
        return
    if ctx.params["results"] is None:
        raise click.UsageError("name the folder of results, as in: learn report results")
    if chosen.student:
        check_alone(ctx)
        click.echo(one_student(chosen.results, chosen.student, chosen.exercise, width()), nl=False)
        return
    if chosen.is_alike:
        from grader.cli.report_alike import alike  # opens the course, which no other report needs

        check_alone(ctx)
        names = _names(load_roster(chosen.roster).students if chosen.roster else ())
        course = open_course(chosen.course_folder)
        click.echo(alike(chosen.results, course, chosen.course_folder, names), nl=False)
        return
    if chosen.exercise:
        raise click.UsageError("EXERCISE is for --of STUDENT; a report of the class has all exercises")
    format_name = _format(chosen)
    _check_places(chosen)
    students = load_roster(chosen.roster).students if chosen.roster else ()
    figures = _figures(chosen, format_name, students, StudentTotals(chosen.results))
    if chosen.deck:
        _write_deck(chosen, chosen.deck, figures)
    _write_report(chosen, format_name, figures, _names(students))
    ctx.exit(FAILED if figures.left_out.size else PASSED)


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
    if chosen.pages and chosen.anonymous:
        raise click.UsageError("--pages names every student, and --anonymous none; leave one of them out")
    if chosen.pages:
        _check_folder(chosen.pages, may_replace=chosen.force)
    for name, path in (("--out", chosen.out), ("--deck", chosen.deck)):
        if path:
            options.check_path(path, may_replace=chosen.force, option=name)


def _check_folder(folder: Path, *, may_replace: bool) -> None:
    """Make the folder of the pages; refuse one with files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_empty = not any(folder.iterdir())
    except OSError as error:
        raise click.ClickException(f"{folder}: cannot be made a folder for pages: {error.strerror}") from error
    if not (is_empty or may_replace):
        raise click.UsageError(f"{folder} is not empty; give --pages another folder, or replace pages with --force")


def _names(students: Iterable[Student]) -> dict[str, str]:
    """Return the students' names by their ids in lower case."""
    return {student.id.casefold(): student.name for student in students if student.name}


def _figures(
    chosen: ReportOptions, format_name: str, students: Sequence[Student], totals: StudentTotals
) -> ClassFigures:
    """Read and aggregate the results, and write students' pages; warn about skipped files.

    Raises:
        ClassError: A decision is about nobody, or no exercise, in these results.
    """
    files = result_files(chosen.results)
    known: dict[str, str | None] = {}
    exercise_ids = set[str]()
    names = _names(students)
    count = Count({} if format_name == "csv" else names)  # a table has a column for them
    pages: dict[str, StudentRow] = {}
    skipped = 0
    for stored in tracked(read_results(files, students_of_run(chosen.results)), len(files), "reading"):
        count.add(stored)
        if not isinstance(stored, LeftOut):
            known[stored.student] = stored.commit
            exercise_ids.update(exercise.id for exercise in stored.result.exercises)
            total = totals.of(stored.student, stored.result, stored.late_seconds, is_late=stored.is_late)
            count.add_total(stored.student, total)
            if chosen.pages:
                pages[stored.student.casefold()] = _write_page(chosen, chosen.pages, stored, names, total)
        else:
            skipped += 1
            if skipped <= MAX_TOLD:
                click.echo(f"learn: {stored}", err=True)
    if skipped > MAX_TOLD:
        click.echo(f"learn: {skipped - MAX_TOLD} more files are left out.", err=True)
    if skipped == len(files):
        raise click.ClickException(f"{chosen.results}: there is no result here that can be used; nothing is written")
    noted = settings_of_run(chosen.results)
    everybody = [*known, *(student.id for student in students), *noted.get(CLASS, ())]
    totals.check(everybody, exercise_ids)
    for student in sorted(set(everybody) - known.keys()):
        count.add_total(student, totals.of(student, None))
    count.answered.quizzes = {
        f"{student} ({names[student.casefold()]})" if student.casefold() in names else student: one.text
        for student, one in handed_in_quizzes(noted, known).items()
    }
    count.overtaken, _ = totals.changes(noted.get(DECIDED))
    if chosen.pages:
        _write_index(chosen, chosen.pages, pages, students)
    return count.figures([student.id for student in students], is_anonymous=chosen.anonymous)


def _write_page(
    chosen: ReportOptions, folder: Path, stored: Stored, names: Mapping[str, str], total: Total | None
) -> "StudentRow":
    """Write the page of a student; return their line of the list."""
    from grader.reports.class_report.page import StudentRow, student_page

    name = names.get(stored.student.casefold(), "")
    stem = file_name(stored.student)
    file = f"{stem}_.html" if stem.casefold() == "index" else f"{stem}.html"
    page = student_page(stored.result, stored.student, name, total).encode("utf-8", "replace")
    options.save(folder / file, page, may_replace=chosen.force, option="--pages")
    result = stored.result
    most = result.max_score if result.is_graded else 0
    return StudentRow(stored.student, name, file, result.score, most, result.verdict.value, total)


def _write_index(
    chosen: ReportOptions, folder: Path, pages: "Mapping[str, StudentRow]", students: Iterable[Student]
) -> None:
    """Write the list of students, those without a result as well."""
    from grader.reports.class_report.page import INDEX, StudentRow, index

    missing = [StudentRow(student.id, student.name) for student in students if student.id.casefold() not in pages]
    text = index([*pages.values(), *missing]).encode("utf-8", "replace")
    options.save(folder / INDEX, text, may_replace=chosen.force, option="--pages")
    where = click.format_filename(folder / INDEX)
    click.echo(f"{where} is written, and {counted(len(pages), 'page')} of students.", err=True)


def _write_deck(chosen: ReportOptions, path: Path, figures: ClassFigures) -> None:
    """Write flashcards of the class's mistakes, if any was named."""
    from flashcards.mistake_cards import deck_of_mistakes
    from grader.cli import cards, cards_print

    course = open_course(chosen.course_folder)
    graded = sorted({edition.course.id for edition in figures.editions})
    if figures.mistakes and course.id not in graded:
        names = ", ".join(map(repr, graded))
        raise CourseError(
            f"these are results of the course {names}, not of {course.id!r}; for --deck, name it with --course"
        )
    deck = deck_of_mistakes(course, figures.mistakes)
    if not deck.cards:
        click.echo("No mistake of this course was named, so there are no flashcards to write.", err=True)
        return
    if path.suffix.lower() == ".pdf":
        from flashcards.layout import find_layout
        from flashcards.sheets import sheets_of

        cards_print.write(sheets_of([deck], find_layout()), path, may_replace=chosen.force)
    else:
        cards.save([deck], cards.SUFFIXES[path.suffix.lower()], path, course, may_replace=chosen.force)
    click.echo(f"{click.format_filename(path)} is written: {counted(len(deck.cards), 'card')}.", err=True)


def _write_report(chosen: ReportOptions, format_name: str, figures: ClassFigures, names: Mapping[str, str]) -> None:
    """Write the report to its file, atomically, or print it."""
    if format_name == "text" and chosen.out is None:
        click.echo(class_text.render(figures, width=width(), is_drawn=has_color()), nl=False)
        return
    if format_name == "html":
        from grader.reports.class_report import page as class_page

        written = class_page.render(figures)
    else:
        written = class_text.render_csv(figures, names) if format_name == "csv" else class_text.render(figures)
    if chosen.out is None:
        click.echo(written.encode(), nl=False)  # bytes: text mode would translate CSV's line ends on Windows
        return
    options.save(chosen.out, written.encode(), may_replace=chosen.force)
    click.echo(f"{click.format_filename(chosen.out)} is written.")
