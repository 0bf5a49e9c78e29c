"""`learn errata`: show what lessons often teach wrong, each with the computation that shows it."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.docs import show_page
from grader.cli.options import plain_option


@click.command()
@plain_option
def errata() -> None:
    """Show what lessons often teach wrong, and what is true."""
    from grader.core.errors import CourseError
    from grader.learner.workspace_course import workspace_course

    if workspace_course(Path.cwd()) is not None:
        raise CourseError("this course has no errata; `learn docs reference/errata` shows those of Token by Token")
    show_page("reference/errata")
