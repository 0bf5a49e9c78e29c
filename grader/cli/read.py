"""`learn read`: the pages, terms and errata of the course."""

import re
import sys
import textwrap
from pathlib import Path

import click

from grader.cli import complete_names, context, options
from grader.cli.terminal import show_markdown, tell
from grader.core.errors import CourseError
from grader.course.course import Course
from grader.course.lesson import LINE, NoLessonError, lesson_time, open_lesson
from grader.course.lesson_files import lesson_ids, unit_of
from grader.course.names import find_unit_of
from grader.course.terms import Term, all_terms, find_term

KINDS = ("terms", "errata")
"""First words that stand for something else than a page of the course."""
REPOSITORY_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")
"""A link to a file beside the errata, which leads nowhere in a terminal."""


@click.command()
@click.argument("page", nargs=-1, shell_complete=complete_names.readings)
@options.place_options
def read(page: tuple[str, ...], folder: Path, course_folder: Path | None) -> None:
    """Read a page of the course, its terms or its errata.

    PAGE is a unit's name, number or title, or `opening`, `checks`, `settings` or `closing`. The
    default is the page of the current unit. `learn read terms` explains all terms, `learn read
    terms TERM` one; `learn read errata` lists common misconceptions.
    """
    kind, rest = (page[0], " ".join(page[1:])) if page and page[0] in KINDS else ("", " ".join(page))
    course = context.open_course(course_folder)
    if kind == "errata":
        if course.content.errata is None:
            raise CourseError(f"the course “{course.title}” has no errata")
        text = course.content.errata.read_text("utf-8")
        show_markdown(REPOSITORY_LINK.sub(r"\1", text))
    elif kind == "terms":
        show_markdown(_entry(find_term(course, rest)) if rest else _all(course.title, all_terms(course)))
    elif known := lesson_ids(course):
        _show(course, known, _page(course, known, rest) if rest else _current(course, known, folder))
    else:
        raise NoLessonError("this course has no pages to read; `learn show` shows its tasks")


def _entry(term: Term) -> str:
    names = " or ".join([f"**{term.name}**", *term.also])
    return f"{names}: {term.means}\n\nIntroduced in “{term.title}”: `{term.command}`"


def _all(title: str, terms: list[Term]) -> str:
    entries = (f"- **{term.name}** (`{term.command}`): {term.means}" for term in terms)
    return "\n".join([f"# {title}: the terms", "", *entries])


def _page(course: Course, known: list[str], name: str) -> str:
    """Return the page that a name stands for: a page of the course, or a unit's by any of its names."""
    wanted = name.casefold()
    return wanted if wanted in known else find_unit_of(course, name, known).id


def _current(course: Course, known: list[str], folder: Path) -> str:
    """Return the page of the unit of the current exercise; outside of a workspace, the first page."""
    place = context.find_workspace(folder, course)
    if place is None:
        return known[0]
    unit = context.chosen_exercise(course, place, None).partition("/")[0]
    return unit if unit in known else known[0]


def _show(course: Course, known: list[str], page_id: str) -> None:
    page, unit = open_lesson(course, page_id), unit_of(course, page_id)
    time = f"{lesson_time(course, page_id)}\n\n" if unit else ""
    text = f"# {page.title}\n\n{time}{page.shown}\n"
    show_markdown(text if sys.stdout.isatty() else "\n".join(map(_filled, text.split("\n"))))
    click.echo()
    if unit:
        tell(f"Next: learn show {unit.main_ids[0].rpartition('/')[2]}")
    elif (following := known.index(page_id) + 1) < len(known):
        tell(f"Next: learn read {known[following]}")


def _filled(row: str) -> str:
    """Return a line of Markdown wrapped at words, as tasks are written; code and tables stay."""
    if row.startswith(("    ", "|", "#")):
        return row
    indent = "  " if row.startswith("- ") else ""
    return textwrap.fill(row, LINE, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
