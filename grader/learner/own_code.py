"""Open a learner's workspace, and the process in which the course's system runs with the functions that have passed there."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.course import find
from grader.learner import folder as workspaces
from grader.learner.course import open_course
from grader.learner.position import passed_exercises
from grader.learner.progress import load
from grader.sandbox.examine import open_launcher
from grader.sandbox.own_system import ConfinedSystem


@contextlib.contextmanager
def open_own_system(
    course_folder: Path | None, folder: Path, *, readable: Sequence[str] = (), is_quick: bool = True
) -> Iterator[ConfinedSystem]:
    """Yield the system of a course with the functions of a learner's folder in it.

    Its processes may read the course's solutions, and more `readable` folders. With `is_quick`, they are forked from
    this one, which must not hold checks and expected values yet.
    """
    places = [str(find(course_folder).solutions.resolve()), *readable]
    with contextlib.closing(open_launcher(is_quick=is_quick, readable=places)) as launcher:
        course = open_course(course_folder)
        workspace = workspaces.find_or_take(folder.resolve(), course)
        passed = passed_exercises(course, load(workspace.state))
        submission = workspace.submission
        yield ConfinedSystem(launcher, course, submission.folder, submission.modules, passed)
