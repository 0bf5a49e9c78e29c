"""`learn list`: list the exercises of the course."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.options import course_option, open_course, workspace_option
from grader.cli.terminal import counted


@click.command(name="list")
@workspace_option
@course_option
def list_exercises(folder: Path, course_folder: Path | None) -> None:
    """List the exercises, unit by unit, with what you have passed."""
    from grader.learner import progress, workspace

    course = open_course(course_folder)
    place = workspace.find(folder.resolve())
    noted = progress.load(place.state) if place else progress.Progress()
    lines = []
    for number, unit in enumerate(course.units, start=1):
        lines.append(f"{number}  {unit.title}")
        for exercise_id in unit.exercise_ids:
            exercise = course.words(exercise_id)
            standing = "passed" if noted.is_passed(exercise_id) else counted(exercise.points, "point")
            lines.append(f"   {exercise.name:<28} {exercise.title:<38} {standing}")
    click.echo("\n".join(lines))
