"""`learn status`: show the learner's progress and the next step."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.options import course_option, open_course, workspace_option


@click.command()
@workspace_option
@course_option
def status(folder: Path, course_folder: Path | None) -> None:
    """Show where you stand and what comes next."""
    from grader.learner import progress, workspace

    course = open_course(course_folder)
    place = workspace.find(folder.resolve())
    if place is None:
        click.echo(
            f"{course.title}: {len(course.exercise_ids)} exercises. You are not in a workspace yet.\n\nNext: learn init my-course"
        )
        return
    noted = progress.load(place.state)
    passed = sum(noted.is_passed(each) for each in course.exercise_ids)
    click.echo(f"{course.title}: {passed} of {len(course.exercise_ids)} exercises passed\n")
    for unit in course.units:
        done = sum(noted.is_passed(each) for each in unit.exercise_ids)
        click.echo(f"  {unit.title:<40} {done} of {len(unit.exercise_ids)}")
    following = next((each for each in course.exercise_ids if not noted.is_passed(each)), None)
    if following is None:
        click.echo("\nAll of it passed.")
        return
    verb = "check" if noted.standing(following).failed_checks else "show"
    click.echo(f"\nNext: learn {verb} {following.rpartition('/')[2]}")
