"""Find a course by the folder that a user has named.

A course is trusted code: the process that judges imports its solutions and laws. So a course never comes from a
submission, only from what the user has named.
"""

from pathlib import Path

from grader.core.errors import CourseError
from grader.course import Content, find

SHIPPED = "token-by-token"
"""The id of the course of this package."""


def find_folder(text: str) -> Path | None:
    """Return the folder of a course that a user has named; None for the course of this package, by its id.

    Raises:
        CourseError: there is no such folder.
    """
    if text == SHIPPED:  # before a folder of that name: a stranger may have made it, and a course is code that runs
        return None
    folder = Path(text)
    if not folder.is_dir():
        raise CourseError(f"there is no folder {text!r}; give the one that holds exercises/ and solutions/")
    return folder


def source_of(content: Content) -> str:
    """Return the folder of a course, empty for the course of this package."""
    return "" if content == find() else str(content.exercises.parent.resolve())
