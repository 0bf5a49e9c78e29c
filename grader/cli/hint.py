"""`learn hint`: show the next hint for an exercise."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options
from grader.cli.terminal import show_markdown


@click.command()
@options.exercise_argument
@click.option("--number", type=click.IntRange(1, 3), help="The hint with this number instead of the next one.")
@options.plain_option
@options.workspace_option
@options.course_option
def hint(exercise: str, number: int | None, folder: Path, course_folder: Path | None) -> None:
    """Show the next hint for EXERCISE; there are three, and each says more."""
    from grader.learner import progress

    course = options.open_course(course_folder)
    found = course.words(course.find(exercise))
    workspace = options.open_workspace(folder, course)
    noted = progress.load(workspace.state)
    standing = noted.standing(found.id)
    this = number or min(standing.hints + 1, len(found.hints))
    standing.hints = max(standing.hints, this)
    show_markdown(f"Hint {this} of {len(found.hints)}: {found.hints[this - 1]}")
    if not progress.save(workspace.state, noted):
        click.echo(f"\nWhich hint comes next could not be noted: use --number {min(this + 1, len(found.hints))}.")
    click.echo(f"\nNext: learn check {found.name}")
