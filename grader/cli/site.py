"""`learn site`: write a course's own public site into a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from grader.cli import options
from grader.cli.author import course_option
from grader.cli.context import open_translated


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("site"),
    show_default=True,
    help="The folder; if it is there, it must be empty or a site that this command wrote.",
)
@click.option("--css", type=options.FILE, help="A style sheet of your own, which comes after ours.")
@options.paper_option
@course_option
def site(out: Path, css: Path | None, paper: Literal["a4", "letter"], course_folder: Path | None) -> None:
    """Write the course's public site: static pages, for any web server.

    Has the pages to read, the tasks with their hints, cards, quizzes, the playground, the glossary
    and sheets to print: what the course has of these. Has no solution, no mistake, no check and no
    explanation. Sheets are PDF if the extra `pdf` is installed, else HTML.
    """
    from flashcards import pdf
    from grader.cli.docs import project_url
    from grader.site.build import SiteContent, build
    from grader.site.folder import ForeignFolderError, new_site

    course = open_translated(course_folder, Path())
    theme = css.read_bytes() if css else None
    with options.usage_errors(ForeignFolderError), new_site(out) as folder:
        content = SiteContent(course, paper, project_url("Repository"), not (missing := pdf.missing()), theme)
        build(content, folder)
    click.echo(
        f"{click.format_filename(out)} is written. Open {click.format_filename(out / 'index.html')} in a browser."
    )
    if missing:
        click.echo(f"Sheets to print are HTML: {missing}")
    if not course.repository:
        click.echo("The start page has no ways to begin; `repository:` in course.yaml brings them.")
