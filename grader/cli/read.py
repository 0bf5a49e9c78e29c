"""`learn read`: the pages, terms and errata of the course; on a page or on paper, too."""

import re
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

import click

from grader.cli import complete_names, context, options
from grader.cli.declare import argument, option, shared, takes
from grader.cli.terminal import say, show_markdown, tell
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


@dataclass(frozen=True)
class ReadOptions:
    """The arguments and options of `learn read`."""

    page: tuple[str, ...] = argument(nargs=-1, shell_complete=complete_names.readings)
    out: Path | None = option(type=options.NEW, help=f"{options.WRITTEN_AS_PDF} All pages, or PAGE.")
    paper: Literal["a4", "letter"] = shared(options.paper_option)
    force: bool = shared(options.force_option)
    folder: Path = shared(options.workspace_option)
    course_folder: Path | None = shared(options.course_option)


@click.command()
@takes(ReadOptions)
def read(chosen: ReadOptions) -> None:
    """Read a page of the course, its terms or its errata.

    PAGE is a unit's name, number or title, or `opening`, `checks`, `settings` or `closing`. The
    default is the page of the current unit. `learn read terms` explains all terms, `learn read
    terms TERM` one; `learn read errata` lists common misconceptions.
    """
    page = chosen.page
    kind, rest = (page[0], " ".join(page[1:])) if page and page[0] in KINDS else ("", " ".join(page))
    if chosen.out is not None and kind == "errata":
        raise click.UsageError("--out writes pages of the course; `learn read errata` shows this one in the terminal")
    course = context.open_course(chosen.course_folder)
    if kind == "errata":
        if course.content.errata is None:
            raise CourseError(f"the course “{course.title}” has no errata")
        text = course.content.errata.read_text("utf-8")
        show_markdown(REPOSITORY_LINK.sub(r"\1", text))
    elif kind == "terms":
        _read_terms(course, rest, chosen)
    else:
        _read_page(course, rest, chosen)


def _read_page(course: Course, name: str, chosen: ReadOptions) -> None:
    """Show a page of the course, or write it."""
    known = lesson_ids(course)
    if not known:
        raise NoLessonError("this course has no pages to read; `learn show` shows its tasks")
    if chosen.out is None:
        _show(course, known, _page(course, known, name) if name else _current(course, known, chosen.folder))
        return
    from grader.authoring.site.lesson_page import GLOSSARY

    ids = [_page(course, known, name)] if name else [*known, GLOSSARY]
    write_pages(course, ids, chosen.out, chosen.paper, may_replace=chosen.force)


def _read_terms(course: Course, name: str, chosen: ReadOptions) -> None:
    """Explain a term or all terms, in the terminal or on a page."""
    if chosen.out is not None:
        if name:
            raise click.UsageError("--out writes all terms on a page; leave out TERM")
        from grader.authoring.site.lesson_page import GLOSSARY

        write_pages(course, [GLOSSARY], chosen.out, chosen.paper, may_replace=chosen.force)
        return
    terms = [find_term(course, name)] if name else all_terms(course)
    show_markdown("\n".join(map(_entry, terms)) if name else _all(course.title, terms))


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


def write_pages(
    course: Course, ids: Sequence[str], out: Path, paper: Literal["a4", "letter"], *, may_replace: bool
) -> None:
    """Write pages to a file, for the browser or as a PDF."""
    from grader.authoring.site import lesson_page

    options.check_page(out, may_replace=may_replace)
    options.save_page(out, partial(lesson_page.render, course, ids, paper), course.title, may_replace=may_replace)
    what = f", for {options.PAPERS[paper]}." if out.suffix.lower() == ".pdf" else options.IN_BROWSER
    say(f"{out} is written{what}")
