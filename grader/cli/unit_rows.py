"""The exercises of a unit as lines: name, title, and "passed" or effort and points, in the columns of the window."""

import textwrap

from grader.course.course import Course, Unit, Words
from grader.workspace.progress import Progress

STANDING = len("●●● 65–130 min  99 points")
ESTIMATED = "Difficulty and minutes are estimates, from the length of task and solution."
NARROWEST_TITLE = 24
"""With less room, titles get lines of their own, and there are no points."""


def unit_lines(course: Course, unit: Unit, noted: Progress, width: int, *, has_dots: bool) -> list[str]:
    """Return the lines of a unit, its number and title first; without dots, a difficulty is a number."""
    number = course.units.index(unit) + 1
    columns = max(len(exercise_id.rpartition("/")[2]) for exercise_id in course.exercise_ids)
    lines = textwrap.wrap(f"{number}  {unit.title}", width, subsequent_indent="   ")
    for exercise_id in unit.exercise_ids:
        words, effort = course.words(exercise_id), course.effort(exercise_id)
        standing, points = (
            f"{effort.dots if has_dots else f'{effort.level}/3'} {effort.minutes:<10}",
            course.phrase("{count} point" if words.points == 1 else "{count} points", count=words.points),
        )
        if exercise_id in unit.extra_ids:
            points = course.phrase("extra")
        if noted.is_passed(exercise_id):
            standing, points = course.phrase("passed"), ""
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
