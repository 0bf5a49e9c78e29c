"""`learn solution`: show the reference solution of a passed exercise."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.main import FAILED
from grader.cli.options import course_option, exercise_argument, open_course, open_workspace, workspace_option


@click.command()
@exercise_argument
@workspace_option
@course_option
@click.pass_context
def solution(ctx: click.Context, exercise: str, folder: Path, course_folder: Path | None) -> None:
    """Show the reference solution of EXERCISE, once yours has passed."""
    from grader.learner import progress

    course = open_course(course_folder)
    found = course.words(course.find(exercise))
    workspace = open_workspace(folder, course)
    if not progress.load(workspace.state).is_passed(found.id):
        click.echo(f"The solution is shown when your own has passed. Next: learn check {found.name}")
        ctx.exit(FAILED)
    click.echo(course.solutions.path(found.id).read_text("utf-8"), nl=False)
