"""`learn status`: show the learner's progress and the next step."""

import textwrap
from pathlib import Path

import click

from grader.cli.context import find_workspace, open_translated, progress_in
from grader.cli.options import place_options, show_json, text_or_json_option
from grader.cli.terminal import tell, width
from grader.workspace import note, position
from grader.workspace.position import ALL_PASSED, passed_exercises


@click.command()
@text_or_json_option
@place_options
def status(format_name: str, folder: Path, course_folder: Path | None) -> None:
    """Show your progress and the next step."""
    course = open_translated(course_folder, folder)
    place = find_workspace(folder, course)
    noted = progress_in(place)
    if format_name == "json":
        from grader.workspace.documents import course_status

        show_json(course_status(course, place, noted))
        return
    if place is None:
        nowhere = "{course}: {count} exercises. You are not in a workspace yet."
        tell(course.phrase(nowhere, course=course.title, count=len(course.exercise_ids)))
        tell("\n" + course.phrase("Next: {command}", command="learn init my-course"))
        return
    passed, passed_words = passed_exercises(course, noted), "{course}: {count} of {all} exercises passed"
    tell(course.phrase(passed_words, course=course.title, count=len(passed), all=len(course.exercise_ids)) + "\n")
    for unit in course.units:
        done = sum(noted.is_passed(exercise_id) for exercise_id in unit.exercise_ids)
        count = course.phrase("{count} of {all}", count=done, all=len(unit.exercise_ids))
        click.echo("\n".join(_row(unit.title, count, width())))
    if notice := note.notice(place.state, course):
        tell(f"\n{course.phrase(notice)}")
    if position.current_exercise(course, place) is None:
        tell(f"\n{course.phrase(ALL_PASSED)}")
    else:
        tell("\n" + course.phrase("Next: {command}", command=position.next_command(course, place)))


def _row(title: str, count: str, columns: int) -> list[str]:
    """Return the lines of a unit: its title, and how many exercises have passed."""
    room = min(40, columns - len(count) - 3)
    first, *more = textwrap.wrap(title, room)
    return [f"  {first:<{room}} {count}", *(f"    {row}" for row in more)]
