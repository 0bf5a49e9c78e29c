"""`learn read`: show the page of a unit, or write pages for the browser or for paper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import click

from grader.cli import context, options
from grader.cli.terminal import is_plain, show_markdown, tell
from grader.course.course import Course
from grader.course.lesson import NoLessonError, lesson_time, open_lesson
from grader.course.lesson_files import lesson_ids, unit_of
from grader.course.names import find_unit_of


@click.command()
@click.argument("unit", required=False)
@click.option("--out", type=click.Path(path_type=Path), help=f"{options.WRITTEN_AS_PDF} All pages, or UNIT's.")
@options.paper_option
@options.force_option
@options.plain_option
@options.place_options
def read(
    unit: str | None,
    out: Path | None,
    paper: Literal["a4", "letter"],
    force: bool,
    folder: Path,
    course_folder: Path | None,
) -> None:
    """Read the page of UNIT: the idea, a number worked out in full, and the sources.

    UNIT is the unit's name, number or title, or `opening`, `checks`, `settings` or `closing`.
    The default is the page of the current unit.
    """
    course = context.open_translated(course_folder, folder)
    known = lesson_ids(course)
    if not known:
        raise NoLessonError("this course has no pages to read; `learn show` shows its tasks")
    if out is not None:
        from grader.site.lesson_page import GLOSSARY

        ids = [_page(course, known, unit)] if unit is not None else [*known, GLOSSARY]
        write_pages(course, ids, out, paper, may_replace=force)
    else:
        _show(course, known, _page(course, known, unit) if unit is not None else _current(course, known, folder))


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
    show_markdown(f"# {page.title}\n\n{time}{page.plain if is_plain() else page.shown}\n")
    click.echo()
    if unit:
        tell(f"Next: learn show {unit.exercise_ids[0].rpartition('/')[2]}")
    elif (following := known.index(page_id) + 1) < len(known):
        tell(f"Next: learn read {known[following]}")


def write_pages(
    course: Course, ids: Sequence[str], out: Path, paper: Literal["a4", "letter"], *, may_replace: bool
) -> None:
    """Write pages to a file, for the browser or as a PDF."""
    from grader.site import lesson_page

    options.check_page(out, may_replace=may_replace)
    options.save_page(out, partial(lesson_page.render, course, ids, paper), course.title, may_replace=may_replace)
    what = f", for {options.PAPERS[paper]}." if out.suffix.lower() == ".pdf" else options.IN_BROWSER
    click.echo(f"{click.format_filename(out)} is written{what}")
