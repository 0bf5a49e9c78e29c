"""`learn errata`: list common misconceptions, each with the computation that shows what is true."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options
from grader.cli.context import open_course
from grader.cli.docs import show_file
from grader.core.errors import CourseError


@click.command()
@options.plain_option
@options.course_option
def errata(course_folder: Path | None) -> None:
    """List common misconceptions, and what is true instead."""
    course = open_course(course_folder)
    if course.content.errata is None:
        raise CourseError(f"the course “{course.title}” has no errata")
    show_file(course.content.errata)
