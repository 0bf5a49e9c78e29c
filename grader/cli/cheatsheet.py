"""`learn cheatsheet`: the course on one page to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from grader.cli.options import course_option, open_course
from grader.cli.output_options import WRITTEN_AS_PDF, faults_told, force_option, out_option

if TYPE_CHECKING:
    from flashcards.cheat_sheet import Sheet
    from grader.course.course import Course

SUFFIXES = (".html", ".htm", ".pdf")


@click.command()
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True, help="What it fits on.")
@out_option("cheatsheet.html", WRITTEN_AS_PDF)
@force_option
@course_option
def cheatsheet(paper: Literal["a4", "letter"], out: Path, force: bool, course_folder: Path | None) -> None:
    """Write a cheat sheet: the course on one page.

    It has the loop, ways of picking, settings, ends, costs, words and what is often taken
    wrong, and fits on one sheet of paper. PDF needs the extra `pdf`; a browser prints the HTML.
    """
    from grader.files import safe_write

    if out.suffix.lower() not in SUFFIXES:
        raise click.UsageError(f"{str(out)!r} ends with none of {', '.join(SUFFIXES)}; name the file so")
    with faults_told():
        safe_write.check(out, may_replace=force)
        write(opened(open_course(course_folder)), paper, out, may_replace=force)
    click.echo(f"{click.format_filename(out)} is written. Print it at 100 % on {PAPERS[paper]}; it is one page.")


PAPERS = {"a4": "A4", "letter": "Letter"}
"""Display names of the papers."""


def opened(course: Course) -> Sheet:
    """Return the course's cheat sheet."""
    from flashcards.cheat_sheet_file import open_sheet

    return open_sheet(course)


def write(sheet: Sheet, paper: Literal["a4", "letter"], out: Path, *, may_replace: bool) -> None:
    """Write the sheet in the format of the file's suffix."""
    from flashcards import cheat_sheet, pdf
    from grader.files import safe_write

    if out.suffix.lower() != ".pdf":
        safe_write.save(out, cheat_sheet.render(sheet, paper).encode(), may_replace=may_replace)
        return
    pdf.write_pdf([cheat_sheet.render(sheet, paper, for_screen=False)], out, title=sheet.title)
