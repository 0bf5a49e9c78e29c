"""`learn worksheet`: an exercise with pen and paper, its key, and the file for its answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

import click

from grader.cli.main import FAILED, PASSED
from grader.cli.options import course_option, open_course, plain_option
from grader.cli.output_options import WRITTEN_AS_PDF, faults_told
from grader.core.errors import UnknownNameError

if TYPE_CHECKING:
    from grader.questions.worksheet.variant import Variant
    from grader.questions.worksheet.worksheet_file import Opened
    from grader.questions.worksheet.worksheet_page import Which

T = TypeVar("T")
FILE = click.Path(path_type=Path, dir_okay=False)
SUFFIXES = (".html", ".htm", ".pdf")
LONG = 20
"""From how many students on a progress bar is worth its line."""
LONGEST_ID = 200
PAPERS = {"a4": "A4", "letter": "Letter"}
"""What people call the papers."""


class WorksheetOptions(NamedTuple):
    """What was asked for on the command line."""

    name: str | None
    seed: str | None
    student: str | None
    roster: Path | None
    paper: Literal["a4", "letter"]
    out: Path
    key: Path | None
    answers: Path | None
    checked: Path | None
    force: bool
    plain: bool
    course_folder: Path | None


@click.command()
@click.argument("name", required=False)
@click.option("--seed", metavar="TEXT", help="What the numbers are drawn from; keep it to yourself.")
@click.option("--student", metavar="ID", help="Whose sheet it is; everybody has numbers of their own.")
@click.option(
    "--class",
    "roster",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="A CSV file with a column id: a sheet for each student in it.",
)
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True, help="What it fits on.")
@click.option(
    "--out",
    type=FILE,
    default=Path("worksheet.html"),
    show_default=True,
    help=WRITTEN_AS_PDF,
)
@click.option("--key", type=FILE, help="Write the key, too, to this file.")
@click.option("--answers", type=FILE, help="Write a file to fill in, too, which `learn grade` reads.")
@click.option(
    "--check",
    "checked",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Write nothing: mark the answers in this file.",
)
@click.option("--force", is_flag=True, help="Replace files that are there.")
@plain_option
@course_option
@click.pass_context
def worksheet(ctx: click.Context, /, **options: object) -> None:
    """Write a worksheet: an exercise for pen and paper.

    The same NAME, --seed and --student always give the same numbers. Without a seed they are for
    practice, since everybody can write the key. For a class, keep the seed to yourself, and give it
    to `learn grade` as --worksheet-seed.

    \b
    to practise alone  learn worksheet --key key.html
    for a class        learn worksheet --class class.csv --seed "my own text"
                         --out sheets.pdf --key keys.pdf
    """
    wanted = WorksheetOptions(**options)  # type: ignore[arg-type]

    try:
        opened = _open(wanted)
        ctx.exit(_check(opened, wanted, wanted.checked) if wanted.checked else _write_all(opened, wanted))
    except UnknownNameError as error:
        raise click.UsageError(str(error)) from error


def _open(wanted: WorksheetOptions) -> Opened:
    """Open the worksheet that is named, or the only one that there is."""
    from grader.questions.worksheet import worksheet_file

    course = open_course(wanted.course_folder)
    known = worksheet_file.sheet_names(course)
    if not known:
        raise click.ClickException("this course has no worksheets; they are in the folder exercises/worksheets")
    if wanted.name is None and len(known) > 1:
        raise click.UsageError(f"there are {len(known)} worksheets; name one of {', '.join(known)}")
    return worksheet_file.open_sheet(course, wanted.name or known[0])


# --- writing --------------------------------------------------------------------------------------


def _write_all(opened: Opened, wanted: WorksheetOptions) -> int:
    """Write the sheets, the keys and the file for answers, and say so."""
    from grader.files import safe_write

    _refuse_what_does_not_fit(wanted)
    with faults_told():
        for path in _places(wanted):
            safe_write.check(path, may_replace=wanted.force)
        _refuse_pdf_without_its_packages(wanted)
        variants = _variants(opened, wanted)
        _write(variants, "sheet", wanted.out, wanted)
        if wanted.key:
            _write(variants, "key", wanted.key, wanted)
        if wanted.answers:
            from grader.questions.worksheet.answer_file import template

            text = template(variants[0], has_id=wanted.roster is None)
            safe_write.save(wanted.answers, text.encode("utf-8", "replace"), may_replace=wanted.force)
    click.echo(_said(variants, wanted))
    return PASSED


def _refuse_what_does_not_fit(wanted: WorksheetOptions) -> None:
    """Refuse options that contradict one another, and files whose names say no format."""
    if wanted.roster and wanted.student is not None:
        raise click.UsageError("--class has the ids of all students; leave out --student")
    if wanted.roster and not wanted.seed:
        raise click.UsageError("without --seed everybody could write the keys; give --seed a text that only you know")
    for path in (wanted.out, wanted.key):
        if path and path.suffix.lower() not in SUFFIXES:
            raise click.UsageError(f"{str(path)!r} ends with none of {', '.join(SUFFIXES)}; name the file so")
    places = [path.resolve() for path in _places(wanted)]
    if len(set(places)) < len(places):
        raise click.UsageError("two of --out, --key and --answers are the same file; give each a name of its own")


def _refuse_pdf_without_its_packages(wanted: WorksheetOptions) -> None:
    """Say what is missing before the numbers of a class are drawn, and before anything is written."""
    from flashcards import pdf

    if any(path.suffix.lower() == ".pdf" for path in _places(wanted)):
        pdf.Renderer()


def _places(wanted: WorksheetOptions) -> list[Path]:
    return [path for path in (wanted.out, wanted.key, wanted.answers) if path]


def _variants(opened: Opened, wanted: WorksheetOptions) -> list[Variant]:
    """Draw the sheet that is wanted, or one for each student of a class."""
    from grader.questions.worksheet.variant import draw

    if not wanted.roster:
        return [draw(opened, wanted.seed or "", _student(wanted))]
    from grader.classes.roster import load_roster

    students = load_roster(wanted.roster).students
    drawn = (draw(opened, wanted.seed or "", each.id, each.name) for each in students)
    return list(_watched(drawn, len(students), "Numbers"))


def _student(wanted: WorksheetOptions) -> str:
    """Return the student's id, which has to be one that can stand on paper."""
    student = (wanted.student or "").strip()
    if wanted.student is not None and (not student or not student.isprintable() or len(student) > LONGEST_ID):
        raise click.UsageError("the id after --student is empty, too long, or has signs that cannot be printed")
    return student


def _write(variants: Sequence[Variant], which: Which, path: Path, wanted: WorksheetOptions) -> None:
    """Write the sheets or the keys in the format that the file's name says."""
    from flashcards import pdf
    from grader.files import safe_write
    from grader.questions.worksheet import worksheet_page

    if path.suffix.lower() != ".pdf":
        safe_write.save(
            path,
            worksheet_page.render(variants, which, wanted.paper).encode("utf-8", "replace"),
            may_replace=wanted.force,
        )
        return
    label = "Sheets" if which == "sheet" else "Keys"
    with _progress(worksheet_page.chunk_count(variants), len(variants), label) as progress:
        pdf.write_pdf(
            worksheet_page.chunks(variants, which, wanted.paper),
            path,
            title=worksheet_page.title_of(variants, which),
            duplex="long" if which == "sheet" else None,
            progress=progress,
        )


@contextmanager
def _progress(length: int, students: int, label: str) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar if the work is long and there is somebody to see it."""
    if students < LONG or not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)


def _watched(items: Iterable[T], length: int, label: str) -> Iterator[T]:
    """Pass items on, with a progress bar beside them."""
    with _progress(length, length, label) as progress:
        for number, item in enumerate(items, 1):
            yield item
            if progress:
                progress(number)


def _said(variants: Sequence[Variant], wanted: WorksheetOptions) -> str:
    """Say what was written and what to do with it."""
    name = click.format_filename
    what = f"sheet {variants[0].id}" if wanted.roster is None else f"{len(variants)} sheets"
    lines = [f"{name(wanted.out)} is written: {what}. Print it at 100 % on {PAPERS[wanted.paper]}."]
    if wanted.key:
        lines.append(f"{name(wanted.key)} is written: the key{'' if wanted.roster is None else 's'}.")
    if wanted.answers:
        lines.append(f"{name(wanted.answers)} is written: fill it in, and hand it in as {variants[0].sheet.id}.yaml.")
    if not wanted.seed:
        lines.append("These numbers are for practice: without --seed, everybody can write the key.")
    return "\n".join(lines)


# --- marking one's own ----------------------------------------------------------------------------


def _check(opened: Opened, wanted: WorksheetOptions, path: Path) -> int:
    """Mark a file of answers and print what it came to."""
    from grader.cli.terminal import paint, width
    from grader.core.verdict import Verdict
    from grader.grading.submission import UnreadableError, read_file
    from grader.questions.worksheet.mark_worksheet import mark
    from grader.questions.worksheet.variant import draw
    from grader.reports import text

    if wanted.roster or wanted.key or wanted.answers:
        raise click.UsageError("--check marks one file and writes none; leave out --class, --key and --answers")
    variant = draw(opened, wanted.seed or "", _student(wanted))
    try:
        source = read_file(path)
    except UnreadableError as error:
        raise click.ClickException(f"{click.format_filename(path)} {error}") from error
    result = mark(variant, source, click.format_filename(path))
    lines = text.exercise_lines(result, width(), paint(is_plain=wanted.plain))
    click.echo("\n".join(lines))
    return PASSED if result.verdict is Verdict.PASS else FAILED


COMMAND = worksheet
