"""`learn print worksheet`: write exercises for pen and paper, with numbers from a seed, and their key."""

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
from grader.cli.terminal import progress_bar, say, tracked, waiting
from grader.core.errors import UnknownNameError

if TYPE_CHECKING:
    from grader.files.html_page import Paper
    from grader.questions.worksheet.page import Which
    from grader.questions.worksheet.sheet import Opened, PrintedSheet

LONG = 20
"""The number of students from which a progress bar is shown."""


@dataclass(frozen=True)
class WorksheetOptions:
    """The arguments and options of `learn print worksheet`."""

    names: tuple[str, ...] = argument(nargs=-1, metavar="[NAME]...", shell_complete=complete_names.worksheets)
    seed: str = option(metavar="TEXT", default="", help="Seed of the numbers; keep it secret.")
    roster: Path | None = option(
        "--class", type=options.FILE, help="Write a sheet for each student of this CSV file (column id)."
    )
    paper: Paper = shared(options.paper_option)
    out: Path = option(type=options.NEW_FILE, default=Path("worksheet.html"), help=options.WRITTEN_AS_PDF)
    key: Path | None = option(type=options.NEW_FILE, help="Also write the answer key to this file.")
    force: bool = shared(options.force_files_option)
    course_folder: Path | None = shared(options.course_option)


@click.command()
@takes(WorksheetOptions)
def worksheet(chosen: WorksheetOptions) -> None:
    """Write a worksheet: an exercise for pen and paper.

    NAME is a worksheet of the course, or a .yaml file; several NAMEs are printed on one sheet, as an
    exam. The same NAMEs, --seed and student always give the same numbers. Without a seed, the
    worksheet is for practice: everybody can generate the key.

    \b
    to practise alone  learn print worksheet NAME --key key.html
    for a class        learn print worksheet NAME NAME --class class.csv
                         --seed "my own text" --out sheets.pdf --key keys.pdf
    """
    from flashcards import pdf

    with options.usage_errors(UnknownNameError):
        worksheets = _open(chosen)
    paths = [path for path in (chosen.out, chosen.key) if path]
    _reject_conflicts(chosen, paths)
    for path in paths:
        options.check_path(path, may_replace=chosen.force)
    if any(path.suffix.lower() == ".pdf" for path in paths):
        pdf.Renderer()  # raises without the packages that it needs, before the numbers of a class are drawn
    sheets = _draw_sheets(worksheets, chosen)
    with waiting("Writing the sheets") if len(sheets) < LONG else nullcontext():  # those of a class have bars
        _write(sheets, "sheet", chosen.out, chosen)
        if chosen.key:
            _write(sheets, "key", chosen.key, chosen)
    say(_report(sheets, chosen))


def _open(chosen: WorksheetOptions) -> list[Opened]:
    """Open the named worksheets, or the only one of the course."""
    from grader.questions.worksheet.sheet import open_sheet, sheet_names

    course = open_course(chosen.course_folder)
    known = sheet_names(course)
    if not known:
        raise click.ClickException("this course has no worksheets; they are in the folder exercises/worksheets")
    if not chosen.names and len(known) > 1:
        raise click.UsageError(f"there are {len(known)} worksheets; name one of {', '.join(known)}")
    opened = [open_sheet(course, name) for name in chosen.names or known]
    ids = [worksheet.sheet.id for worksheet in opened]
    if twice := next((sheet_id for sheet_id in ids if ids.count(sheet_id) > 1), None):
        raise click.UsageError(f"the worksheet {twice} is named twice; name it once")
    return opened


def _reject_conflicts(chosen: WorksheetOptions, paths: Sequence[Path]) -> None:
    """Refuse a class without a seed, files with other suffixes, and one file for two documents."""
    if chosen.roster and not chosen.seed:
        raise click.UsageError("without --seed everybody could write the keys; give --seed a text that only you know")
    for path in paths:
        options.check_page_suffix(path)
    if len({path.resolve() for path in paths}) < len(paths):
        raise click.UsageError("--out and --key are the same file; give each a name of its own")


def _draw_sheets(worksheets: Sequence[Opened], chosen: WorksheetOptions) -> list[PrintedSheet]:
    """Draw one sheet, or one for each student of a class."""
    from grader.classes.roster import load_roster
    from grader.questions.worksheet.sheet import draw_sheet

    if not chosen.roster:
        return [draw_sheet(worksheets, chosen.seed)]
    students = load_roster(chosen.roster).students
    listed = tracked(students, len(students), "Numbers", is_long=len(students) >= LONG)
    return [draw_sheet(worksheets, chosen.seed, student.id, student.name) for student in listed]


def _write(sheets: Sequence[PrintedSheet], which: Which, path: Path, chosen: WorksheetOptions) -> None:
    """Write the sheets or the keys in the format of the file's suffix."""
    from flashcards import pdf
    from grader.questions.worksheet import page as worksheet_page

    if path.suffix.lower() != ".pdf":
        page = worksheet_page.render(sheets, which, chosen.paper).encode("utf-8", "replace")
        options.save(path, page, may_replace=chosen.force)
        return
    label = {"sheet": "Sheets", "key": "Keys"}[which]
    with progress_bar(worksheet_page.chunk_count(sheets), label, is_long=len(sheets) >= LONG) as progress:
        pdf.write_pdf(
            worksheet_page.chunks(sheets, which, chosen.paper),
            path,
            title=worksheet_page.title_of(sheets, which),
            duplex="long" if which == "sheet" else None,
            progress=progress,
        )


def _report(sheets: Sequence[PrintedSheet], chosen: WorksheetOptions) -> str:
    """Return the message about the written files."""
    what = f"sheet {sheets[0].id}" if chosen.roster is None else f"{len(sheets)} sheets"
    lines = [f"{chosen.out} is written: {what}. Print it at 100 % on {options.PAPERS[chosen.paper]}."]
    if chosen.key:
        lines.append(f"{chosen.key} is written: the key{'' if chosen.roster is None else 's'}.")
    if not chosen.seed:
        lines.append("These numbers are for practice: without --seed, everybody can write the key.")
    return "\n".join(lines)
