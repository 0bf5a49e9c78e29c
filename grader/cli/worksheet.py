"""`learn print worksheet`: write an exercise for pen and paper, its key and its answer file; mark answers."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import complete_names, options
from grader.cli.context import open_course
from grader.cli.declare import argument, option, shared, takes
from grader.cli.main import FAILED, PASSED
from grader.cli.terminal import paint, progress_bar, tracked, waiting, width
from grader.core.errors import UnknownNameError

if TYPE_CHECKING:
    from grader.classes.roster import Student
    from grader.files.html_page import Paper
    from grader.questions.worksheet.page import Which
    from grader.questions.worksheet.sheet import Opened, Variant

LONG = 20
"""The number of students from which a progress bar is shown."""
LONGEST_ID = 200


@dataclass(frozen=True)
class WorksheetOptions:
    """The arguments and options of `learn print worksheet`."""

    name: str | None = argument(required=False, shell_complete=complete_names.worksheets)
    seed: str | None = option(metavar="TEXT", help="Seed of the numbers; keep it secret.")
    student: str | None = option(
        metavar="ID", help="Student that the sheet is for; each student gets different numbers."
    )
    roster: Path | None = option(
        "--class", type=options.FILE, help="Write a sheet for each student of this CSV file (column id)."
    )
    paper: Paper = shared(options.paper_option)
    out: Path = option(type=options.NEW_FILE, default=Path("worksheet.html"), help=options.WRITTEN_AS_PDF)
    key: Path | None = option(type=options.NEW_FILE, help="Also write the answer key to this file.")
    key_table: Path | None = option(
        type=options.NEW_FILE, help="Also write one table of all right answers, a line for each sheet."
    )
    answers: Path | None = option(type=options.NEW_FILE, help="Also write an answer form, for `learn grade` to read.")
    checked: Path | None = option(
        "--check", type=options.FILE, help="Mark the answers in this file, and write nothing."
    )
    force: bool = shared(options.force_files_option)
    course_folder: Path | None = shared(options.course_option)


@click.command()
@takes(WorksheetOptions)
@click.pass_context
def worksheet(ctx: click.Context, chosen: WorksheetOptions) -> None:
    """Write a worksheet: an exercise for pen and paper.

    NAME is a worksheet of the course, or a .yaml file such as one from `learn print exam`. The same NAME,
    --seed and --student always give the same numbers. Without a seed, the worksheet is for
    practice: everybody can generate the key. For a class, keep the seed secret, and pass it to
    `learn grade` as --worksheet-seed.

    \b
    to practise alone  learn print worksheet NAME --key key.html
    for a class        learn print worksheet NAME --class class.csv
                         --seed "my own text" --out sheets.pdf --key keys.pdf
    """
    with options.usage_errors(UnknownNameError):
        opened = _open(chosen)
    ctx.exit(_check(opened, chosen, chosen.checked) if chosen.checked else _write_all(opened, chosen))


def _open(chosen: WorksheetOptions) -> Opened:
    """Open the named worksheet, or the only one of the course."""
    from grader.questions.worksheet.sheet import open_sheet, sheet_names

    course = open_course(chosen.course_folder)
    known = sheet_names(course)
    if not known:
        raise click.ClickException("this course has no worksheets; they are in the folder exercises/worksheets")
    if chosen.name is None and len(known) > 1:
        raise click.UsageError(f"there are {len(known)} worksheets; name one of {', '.join(known)}")
    return open_sheet(course, chosen.name or known[0])


def _write_all(opened: Opened, chosen: WorksheetOptions) -> int:
    """Write the sheets, the keys and the answer file; return the exit code."""
    from flashcards import pdf
    from grader.questions.worksheet.answer_file import template

    paths = [path for path in (chosen.out, chosen.key, chosen.key_table, chosen.answers) if path]
    _reject_conflicts(chosen, paths)
    for path in paths:
        options.check_path(path, may_replace=chosen.force)
    if any(path.suffix.lower() == ".pdf" for path in paths):
        pdf.Renderer()  # raises without the packages that it needs, before the numbers of a class are drawn
    variants = _variants(opened, chosen)
    with waiting("Writing the sheets") if len(variants) < LONG else nullcontext():  # those of a class have bars
        _write(variants, "sheet", chosen.out, chosen)
        if chosen.key:
            _write(variants, "key", chosen.key, chosen)
        if chosen.key_table:
            _write(variants, "table", chosen.key_table, chosen)
    if chosen.answers:
        text = template(variants[0], has_id=chosen.roster is None)
        options.save(chosen.answers, text.encode("utf-8", "replace"), may_replace=chosen.force)
    click.echo(_said(variants, chosen))
    return PASSED


def _reject_conflicts(chosen: WorksheetOptions, paths: Sequence[Path]) -> None:
    """Refuse options that contradict one another, and files with other suffixes."""
    if chosen.roster and chosen.student is not None:
        raise click.UsageError("--class has the ids of all students; leave out --student")
    if chosen.roster and not chosen.seed:
        raise click.UsageError("without --seed everybody could write the keys; give --seed a text that only you know")
    for path in filter(None, (chosen.out, chosen.key, chosen.key_table)):
        options.check_page_suffix(path)
    if len({path.resolve() for path in paths}) < len(paths):
        raise click.UsageError(
            "two of --out, --key, --key-table and --answers are the same file; give each a name of its own"
        )


def _variants(opened: Opened, chosen: WorksheetOptions) -> list[Variant]:
    """Draw one variant, or one for each student of a class."""
    from grader.classes.roster import load_roster
    from grader.questions.worksheet.sheet import draw

    if not chosen.roster:
        return [_variant(opened, chosen)]
    students = load_roster(chosen.roster).students
    versions = _versions(opened, chosen, students)
    listed = tracked(students, len(students), "Numbers", is_long=len(students) >= LONG)
    return [
        draw(versions.get(student.version.casefold(), opened), chosen.seed or "", student.id, student.name)
        for student in listed
    ]


def _versions(opened: Opened, chosen: WorksheetOptions, students: Sequence[Student]) -> dict[str, Opened]:
    """Open the versions of an exam that the class's list names; each is a file beside the named one."""
    from grader.questions.worksheet.sheet import is_file, open_sheet

    named = dict.fromkeys(student.version.casefold() for student in students)
    if not chosen.name or not is_file(chosen.name) or set(named) == {""}:
        return {}
    path, course = Path(chosen.name), open_course(chosen.course_folder)
    base, found = path.stem.rpartition("_")[0], {}
    for version in named:
        file = path.with_name(f"{base}_{version}.yaml")
        if not base or not version or not file.is_file():
            who = next(student.id for student in students if student.version.casefold() == version)
            what = f"is to write version {version!r}, for which" if version else "has no version, and so"
            raise click.UsageError(f"{chosen.roster}: {who!r} {what} there is no {file.name} beside {path.name}")
        found[version] = open_sheet(course, str(file))
    return found


def _variant(opened: Opened, chosen: WorksheetOptions) -> Variant:
    """Draw one variant; refuse a student's id that cannot be printed."""
    from grader.questions.worksheet.sheet import draw

    student = (chosen.student or "").strip()
    if chosen.student is not None and (not student or not student.isprintable() or len(student) > LONGEST_ID):
        raise click.UsageError("the id after --student is empty, too long, or has signs that cannot be printed")
    return draw(opened, chosen.seed or "", student)


def _write(variants: Sequence[Variant], which: Which, path: Path, chosen: WorksheetOptions) -> None:
    """Write the sheets or the keys in the format of the file's suffix."""
    from flashcards import pdf
    from grader.questions.worksheet import page as worksheet_page

    if path.suffix.lower() != ".pdf":
        page = worksheet_page.render(variants, which, chosen.paper).encode("utf-8", "replace")
        options.save(path, page, may_replace=chosen.force)
        return
    label = {"sheet": "Sheets", "key": "Keys", "table": "Answers"}[which]
    with progress_bar(worksheet_page.chunk_count(variants, which), label, is_long=len(variants) >= LONG) as progress:
        pdf.write_pdf(
            worksheet_page.chunks(variants, which, chosen.paper),
            path,
            title=worksheet_page.title_of(variants, which),
            duplex="long" if which == "sheet" else None,
            progress=progress,
        )


def _said(variants: Sequence[Variant], chosen: WorksheetOptions) -> str:
    """Return the message about the written files."""
    name = click.format_filename
    what = f"sheet {variants[0].id}" if chosen.roster is None else f"{len(variants)} sheets"
    lines = [f"{name(chosen.out)} is written: {what}. Print it at 100 % on {options.PAPERS[chosen.paper]}."]
    if chosen.key:
        lines.append(f"{name(chosen.key)} is written: the key{'' if chosen.roster is None else 's'}.")
    if chosen.key_table:
        lines.append(f"{name(chosen.key_table)} is written: all right answers, by sheet.")
    if chosen.answers:
        lines.append(f"{name(chosen.answers)} is written: fill it in, and hand it in as {variants[0].sheet.id}.yaml.")
    if not chosen.seed:
        lines.append("These numbers are for practice: without --seed, everybody can write the key.")
    return "\n".join(lines)


def _check(opened: Opened, chosen: WorksheetOptions, path: Path) -> int:
    """Mark a file of answers and print the result; return the exit code."""
    from grader.core.result import Verdict
    from grader.files.regular_file import UnreadableError, read_file
    from grader.questions.worksheet.mark import mark
    from grader.reports import text

    if chosen.roster or chosen.key or chosen.key_table or chosen.answers:
        raise click.UsageError(
            "--check marks one file and writes none; leave out --class, --key, --key-table and --answers"
        )
    variant = _variant(opened, chosen)
    try:
        source = read_file(path)
    except UnreadableError as error:
        raise click.ClickException(f"{click.format_filename(path)} {error}") from error
    result = mark(variant, source, click.format_filename(path))
    click.echo("\n".join(text.exercise_lines(result, width(), paint())))
    return PASSED if result.verdict is Verdict.PASS else FAILED
