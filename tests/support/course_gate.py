"""Run `learn author check` on a course in this process, where starting its workers would take most of the time."""

from collections.abc import Sequence
from pathlib import Path

from grader.authoring.validate import inspect_course
from grader.authoring.validate_content import inspect_around
from grader.cli.then_commands import command_problems
from grader.course import find
from grader.course.course import Course
from grader.sandbox.launcher import Launcher


def gate(folder: Path, launcher: Launcher, ids: Sequence[str] = ()) -> list[str]:
    """Return the problems of a course, or of the exercises given, as the command prints them."""
    course = Course(find(folder))
    report = inspect_course(course, launcher, list(ids) or None)
    if report.counts["exercise"]:
        report.add(inspect_around(course, ids))
        report.problems += [] if ids else command_problems(course, folder)
    return report.distinct
