"""Find the units that a check has finished, and the exercises that a course still waits for."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from grader.course.course import Course, Unit
from grader.learner.progress import Progress

ALL_PASSED = "All of it passed.\n\nNext: learn finish, to see what you have built"
"""The words after the last exercise of a course."""


def passed_exercises(course: Course, noted: Progress) -> list[str]:
    """Return the ids of the passed exercises in the course's order."""
    return [each for each in course.exercise_ids if noted.is_passed(each)]


def open_exercises(course: Course, noted: Progress) -> list[str]:
    """Return the ids of the exercises not passed, in the course's order."""
    return [each for each in course.exercise_ids if not noted.is_passed(each)]


def finished_units(course: Course, before: Collection[str], now: Collection[str]) -> list[Unit]:
    """Return the units whose exercises have all passed now, and had not all passed before."""
    return [
        unit
        for unit in course.units
        if unit.exercise_ids and set(unit.exercise_ids) <= set(now) and not set(unit.exercise_ids) <= set(before)
    ]


def finish_words(units: Sequence[Unit]) -> str:
    """Return the sentences on finished units: their titles, and what the learner's code can do after the last."""
    titles = [f"“{unit.title}”" for unit in units]
    listed = " and ".join(filter(None, [", ".join(titles[:-1]), titles[-1]]))
    can = units[-1].then.can if units[-1].then else ""
    return f"You have finished {listed}. {can}".rstrip()
