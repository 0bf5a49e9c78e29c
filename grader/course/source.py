"""Find a course by the folder that a user has named.

A course is trusted code: the process that judges imports its solutions and laws. So a course never comes from a
submission, only from what the user has named.
"""

from pathlib import Path

from grader.core.errors import CourseError
from grader.course import Content, find


def find_folder(text: str) -> Path:
    """Return the folder of a course that a user has named; raise CourseError if there is none."""
    folder = Path(text)
    if not folder.is_dir():
        raise CourseError(f"there is no folder {text!r}; give the one that holds exercises/ and solutions/")
    return folder


def source_of(content: Content) -> str:
    """Return the folder of a course, empty for the course of this package."""
    return "" if content == find() else str(content.exercises.parent.resolve())
