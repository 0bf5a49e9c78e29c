"""`learn status`: show the learner's progress and the next step."""

import textwrap
from collections.abc import Iterator
from pathlib import Path

import click

from grader.cli.context import find_workspace, open_course, progress_in
from grader.cli.options import place_options
from grader.cli.terminal import tell, width
from grader.course.course import Course
from grader.learner import position, record
from grader.learner.position import ALL_PASSED
from grader.learner.progress import Progress


@click.command()
@click.option("--times", "has_times", is_flag=True, help="Show when you first looked at each exercise and passed it.")
@place_options
def status(has_times: bool, folder: Path, course_folder: Path | None) -> None:
    """Show your progress and the next step.

    The times of --times are in your progress file only. A teacher has them if you hand that in.
    """
    course = open_course(course_folder)
    place = find_workspace(folder, course)
    noted = progress_in(place)
    if place is None:
        tell(f"{course.title}: {len(course.exercise_ids)} exercises. You are not in a workspace yet.")
        tell("\nNext: learn init my-course")
        return
    handed_out = place.handed_out(course)
    passed = sum(map(noted.is_passed, handed_out))
    tell(f"{course.title}: {passed} of {len(handed_out)} exercises passed\n")
    for unit in course.units:
        if ids := [exercise_id for exercise_id in unit.exercise_ids if exercise_id in handed_out]:
            count = f"{sum(map(noted.is_passed, ids))} of {len(ids)}"
            click.echo("\n".join(_row(unit.title, count, width())))
    if has_times:
        click.echo("\n" + "\n".join(_time_rows(course, noted)))
    if notice := record.find_notice(place.state, course):
        tell(f"\n{notice}")
    if position.current_exercise(course, place) is None:
        tell(f"\n{ALL_PASSED}")
    else:
        tell(f"\nNext: {position.next_command(course, place)}")


def _time_rows(course: Course, noted: Progress) -> Iterator[str]:
    """Yield a line for each exercise that was looked at, in the time of the learner's zone."""
    from datetime import datetime

    longest = max(len(exercise_id.rpartition("/")[2]) for exercise_id in course.exercise_ids)
    yield f"  {'exercise':<{longest}}  {'first look':<16}  first pass"
    for exercise_id in course.exercise_ids:
        standing = noted.standing(exercise_id)
        times = [
            f"{datetime.fromisoformat(time).astimezone():%Y-%m-%d %H:%M}" if time else "–"
            for time in (standing.first_look, standing.first_pass)
        ]
        if standing.first_look or standing.first_pass:
            yield f"  {exercise_id.rpartition('/')[2]:<{longest}}  {times[0]:<16}  {times[1]}"


def _row(title: str, count: str, columns: int) -> list[str]:
    """Return the lines of a unit: its title, and how many exercises have passed."""
    room = min(40, columns - len(count) - 3)
    first, *more = textwrap.wrap(title, room)
    return [f"  {first:<{room}} {count}", *(f"    {row}" for row in more)]
