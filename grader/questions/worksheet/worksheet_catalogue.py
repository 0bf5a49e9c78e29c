"""The worksheets of a course, and opening them."""

from __future__ import annotations

from grader.course.course import Course
from grader.course.location import shown_path
from grader.files.yaml_messages import unknown
from grader.grading.submission import BY_HAND
from grader.questions.worksheet.worksheet_file import Opened, load_sheet

FOLDER = "worksheets"


class UnknownWorksheetError(Exception):
    """A name that no worksheet has."""


def names(course: Course) -> list[str]:
    """Return the names of all worksheets of a course."""
    return sorted(path.stem for path in (course.content.exercises / FOLDER).glob("*.yaml"))


def open_sheet(course: Course, name: str) -> Opened:
    """Open a worksheet.

    Raises:
        UnknownWorksheetError: there is none of that name.
        ExerciseError: with everything that is wrong with its file.
    """
    known = names(course)
    if name not in known:
        raise UnknownWorksheetError(unknown("worksheet", name, known))
    path = course.content.exercises / FOLDER / f"{name}.yaml"
    return load_sheet(path, course.solutions, shown_path(path))


def exercise_id(name: str) -> str:
    """Return the id under which results have a worksheet."""
    return f"{BY_HAND}/{name}"
