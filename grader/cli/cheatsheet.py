"""`learn print cheatsheet`: write what the course teaches on one page to print."""

from functools import partial
from pathlib import Path
from typing import Literal

import click

from grader.cli import options
from grader.cli.context import open_course
from grader.cli.terminal import say, waiting


@click.command()
@options.paper_option
@options.out_option("cheatsheet.html", options.WRITTEN_AS_PDF)
@options.force_option
@options.course_option
def cheatsheet(paper: Literal["a4", "letter"], out: Path, force: bool, course_folder: Path | None) -> None:
    """Write a cheat sheet: the course on one page.

    A summary of the course and its common misconceptions that fits on one sheet of paper. PDF
    needs the extra `pdf`; a browser prints the HTML.
    """
    from flashcards.cheat_sheet import open_sheet, render

    options.check_page(out, may_replace=force)
    sheet = open_sheet(open_course(course_folder))
    with waiting("Writing the cheat sheet"):
        options.save_page(out, partial(render, sheet, paper), sheet.title, may_replace=force)
    where = options.PAPERS[paper]
    say(f"{out} is written. Print it at 100 % on {where}; it is one page.")
