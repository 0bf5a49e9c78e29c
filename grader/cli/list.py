"""`learn list`: list the exercises of the course."""

import textwrap
from pathlib import Path

import click

from grader.cli.context import find_workspace, open_course, progress_in
from grader.cli.options import place_options
from grader.cli.terminal import counted, has_bars, width, wrapped
from grader.course.course import Course, Unit, Words
from grader.learner.progress import Progress

STANDING = len("●●● 65–130 min  99 points")
ESTIMATED = "Difficulty and minutes are estimates, from the length of task and solution."
NARROWEST_TITLE = 24
"""With less room, titles get lines of their own, and there are no points."""


@click.command(name="list")
@place_options
def list_exercises(folder: Path, course_folder: Path | None) -> None:
    """List the exercises by unit, and which of them you have passed."""
    course = open_course(course_folder)
    noted = progress_in(find_workspace(folder, course))
    for unit in course.units:
        click.echo("\n".join(unit_lines(course, unit, noted, width(), has_dots=has_bars())))
    click.echo(wrapped(f"\n{ESTIMATED}"))


def unit_lines(course: Course, unit: Unit, noted: Progress, width: int, *, has_dots: bool) -> list[str]:
    """Return a unit's number and title, and a line or two for each exercise; without dots, a difficulty is a number."""
    number = course.units.index(unit) + 1
    columns = max(len(exercise_id.rpartition("/")[2]) for exercise_id in course.exercise_ids)
    lines = textwrap.wrap(f"{number}  {unit.title}", width, subsequent_indent="   ")
    for exercise_id in unit.exercise_ids:
        words, effort = course.words(exercise_id), course.effort(exercise_id)
        standing, points = (
            f"{effort.dots if has_dots else f'{effort.level}/3'} {effort.minutes:<10}",
            counted(words.points, "point"),
        )
        if exercise_id in unit.extra_ids:
            points = "extra"
        if noted.is_passed(exercise_id):
            standing, points = "passed", ""
        lines += _row(words, standing, points, columns, width)
    return lines


def _row(words: Words, standing: str, points: str, columns: int, width: int) -> list[str]:
    """Return the lines of one exercise."""
    room = width - columns - STANDING - 6
    if room < NARROWEST_TITLE:
        title = textwrap.wrap(words.title, width, initial_indent=" " * 5, subsequent_indent=" " * 5)
        return [f"   {words.name:<{columns}} {standing}".rstrip(), *title]
    first, *more = textwrap.wrap(words.title, room)
    row = f"  {words.name:<{columns}}  {first:<{room}}  {standing}  {points}".rstrip()
    return [row, *(" " * (columns + 4) + part for part in more)]
