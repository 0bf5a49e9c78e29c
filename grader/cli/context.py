"""The course, the workspace and the exercises that a command is about."""

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from grader.course.course import Course
from grader.course.names import find_exercise, find_exercises
from grader.learner import course as workspace_course
from grader.learner import folder as workspaces
from grader.learner.folder import Workspace
from grader.learner.position import current_exercise, last_exercise
from grader.learner.progress import Progress, load

if TYPE_CHECKING:
    from grader.sandbox.launcher import Launcher


open_course = workspace_course.open_course


def open_workspace(folder: Path, course: Course) -> Workspace:
    """Open the workspace that contains a folder, or treat the folder itself as one."""
    return workspaces.find_or_take(folder.resolve(), course)


def find_workspace(folder: Path, course: Course) -> Workspace | None:
    """Return the workspace that contains a folder; None if there is none."""
    return workspaces.find(folder.resolve(), course)


def progress_in(place: Workspace | None) -> Progress:
    """Return the progress in a workspace; no progress without one."""
    return load(place.state) if place else Progress()


def chosen_exercise(course: Course, workspace: Workspace | None, name: str | None) -> str:
    """Return the id of the exercise named, or without a name the current one: the last one if all are passed.

    Raises:
        UnknownNameError: the name stands for no exercise, or for several.
    """
    if name is not None:
        return find_exercise(course, name)
    if workspace is None:
        return course.exercise_ids[0]
    return current_exercise(course, workspace) or last_exercise(course, workspace) or course.exercise_ids[0]


def chosen_exercises(course: Course, names: Iterable[str]) -> list[str]:
    """Return the ids of the exercises named, each once; a unit stands for all of its own."""
    return list(dict.fromkeys(exercise_id for name in names for exercise_id in find_exercises(course, name)))


@contextlib.contextmanager
def quick_launcher(confine_name: str, course_folder: Path | None) -> "Iterator[Launcher]":
    """Yield what starts learners' processes. It forks this process, which must not hold exercises and solutions yet."""
    from grader.sandbox.confinement import ConfinementMode
    from grader.sandbox.examine import open_launcher

    launcher = open_launcher(ConfinementMode(confine_name), is_quick=True)
    with contextlib.closing(launcher):
        yield launcher
