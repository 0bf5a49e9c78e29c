"""`learn author site`: write a course's own public site into a folder."""

from pathlib import Path

import click

from grader.cli import options
from grader.cli.context import open_course
from grader.cli.terminal import say, waiting


@click.command()
@options.out_option("site", "Output folder: a new or empty one, or one with a site that this command wrote.")
@click.option(
    "--runtime",
    metavar="FOLDER",
    type=options.FOLDER,
    help="Let tasks be checked in their pages, by the runtime in this folder; then everybody can read the solutions.",
)
@click.option("--serve", "is_served", is_flag=True, help="Serve the site on this machine until Ctrl-C.")
@options.course_around_option
def site(out: Path, runtime: Path | None, is_served: bool, course_folder: Path | None) -> None:
    """Write the course's public site: static pages for any web server.

    Includes the course's pages to read, tasks with all their hints, cards, quizzes with the words on
    wrong answers, playground, glossary and sheets to print. Excludes the exercises' solutions,
    mistakes, checks and explanations, unless tasks are to be checked in their pages, which need all of
    that. Sheets are PDF if the extra `pdf` is installed, otherwise HTML.
    """
    from flashcards import pdf
    from grader.authoring.site.build import SiteContent, build
    from grader.authoring.site.folder import ForeignFolderError, new_site
    from grader.authoring.site.serve import serve
    from grader.authoring.site.tab_bundle import engine_files
    from grader.cli.project import project_url

    course = open_course(course_folder)
    with options.usage_errors(ForeignFolderError), new_site(out) as folder:
        engine = project_url("Repository")
        address = project_url("Homepage") if course.repository == engine else ""
        content = SiteContent(
            course,
            engine,
            has_pdf=not (missing := pdf.missing()),
            address=address,
            documentation=project_url("Documentation"),
            engine_files=engine_files(course, runtime) if runtime else {},
        )
        with waiting("Writing the pages"):
            build(content, folder)
    say(f"{out} is written." if is_served else f"{out} is written. Open {out / 'index.html'} in a browser.")
    if runtime:
        say("Everybody who can open the site can read the solutions and mistakes, which are in tab/course.zip.")
    if missing:
        say(f"Sheets to print are HTML: {missing}")
    if not course.repository:
        say("The start page has no ways to begin; `repository:` in course.yaml brings them.")
    if is_served:
        serve(out, lambda address: say(f"It is served at {address} (Ctrl-C ends it)."))
