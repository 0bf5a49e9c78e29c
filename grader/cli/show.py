"""`learn show`: show the task of an exercise."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.options import course_option, exercise_argument, open_course, plain_option, workspace_option
from grader.cli.terminal import show_markdown


@click.command()
@exercise_argument
@plain_option
@workspace_option
@course_option
def show(exercise: str, folder: Path, course_folder: Path | None) -> None:
    """Show the task of EXERCISE, and which file is yours to write."""
    from grader.course import shown_path
    from grader.learner import workspace

    course = open_course(course_folder)
    found = course.words(course.find(exercise))
    place = workspace.find(folder.resolve())
    checks = "\n".join(f"- {name}, {points}" for name, points in found.checks)
    text = f"# {found.title}\n\n{found.task}\n\n    {found.signature}\n\nChecked, with points:\n\n{checks}\n"
    show_markdown(text)
    click.echo()
    if place:
        click.echo(f"Write it in {shown_path(place.stub_path(found.id))}")
        click.echo(f"Then: learn check {found.name}")
    else:
        click.echo("Next: learn init my-course, to get the file to write it in")
