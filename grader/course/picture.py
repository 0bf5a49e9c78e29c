"""Find and draw a course's pictures: functions in `solutions/pictures/`, named `module/function`."""

import inspect
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from grader.core.errors import CourseError
from grader.core.shapes import Json
from grader.course import author_fault, shown_path
from grader.course.course import Course, Words

FOLDER = "pictures"
"""The folder in `solutions/` of the modules that have pictures."""
NO_FIGURES = ("quiz", "generation")
"""Folders of `solutions/` on which no picture and no figure of a page depends."""


class ShownPicture(NamedTuple):
    """A picture, drawn in every way."""

    title: str
    description: str
    svg: str
    unnamed: str
    """The SVG without the title, for a question about it."""
    text: str
    """The picture in characters."""

    @property
    def file(self) -> bytes:
        """Return the SVG as a file of its own, without the title, black on white."""
        head = '<svg xmlns="http://www.w3.org/2000/svg" style="background:#fff;color:#000"'
        return self.unnamed.replace("<svg", head, 1).encode()


class PictureError(CourseError):
    """There is no such picture, or its function is wrong; the message says why."""


def figure_files(course: Course) -> Iterable[Path]:
    """Return the files that pictures and figures can depend on: all of `solutions/` but mistakes, checks and questions."""
    folder = course.content.solutions.resolve()
    return [
        path
        for path in sorted([*folder.glob("*/*.py"), *folder.glob("*/*.npz")])
        if path.parent.name not in NO_FIGURES and not path.stem.endswith(("_mistakes", "_checks"))
    ]


def picture_names(course: Course) -> list[str]:
    """Return the names of all pictures of a course; raise SolutionError if a module cannot be loaded."""
    folder = course.content.solutions / FOLDER
    return [f"{path.stem}/{name}" for path in sorted(folder.glob("*.py")) for name in _functions(course, path.stem)]


def picture_data(course: Course, name: str) -> Json:
    """Return the numbers and words of a picture, as its function computes them.

    A function with the parameter `units` gets the course's table of contents: names of exercises by unit.

    Raises:
        PictureError: there is no such picture, or its function fails.
        SolutionError: the module cannot be loaded.
    """
    # Imports yaml; a cached picture does without.
    from grader.files.strict_yaml import unknown

    module, _, function = name.partition("/")
    known = picture_names(course)
    if name not in known:
        raise PictureError(unknown("picture", name, known) if known else f"there is no file solutions/{FOLDER}/*.py")
    units = {unit.id: [exercise_id.rpartition("/")[2] for exercise_id in unit.exercise_ids] for unit in course.units}
    draw = _functions(course, module)[function]
    try:
        return draw(units) if "units" in inspect.signature(draw).parameters else draw()
    except Exception as error:  # course code can raise anything
        raise PictureError(author_fault(error) or f"{_place(draw)}: {type(error).__name__}: {error}") from error


def open_picture(course: Course, name: str) -> ShownPicture:
    """Draw a picture, or take it from the cache.

    Raises:
        PictureError: there is no such picture, or its function is wrong.
        SolutionError: the module cannot be loaded.
    """

    def drawn() -> dict[str, str]:
        # Imports the course's solutions, numpy and pydantic; a cached picture does without.
        from grader.files.drawing import DrawingError, read_picture

        data = picture_data(course, name)
        try:
            picture = read_picture(data)
        except DrawingError as error:
            module, _, function = name.partition("/")
            raise PictureError(f"{_place(_functions(course, module)[function])} {error}") from error
        named, unnamed = picture.svg(), picture.svg("Picture")
        return ShownPicture(picture.title, picture.description, named, unnamed, picture.text())._asdict()

    files = [course.content.exercises / "course.yaml", *figure_files(course)]
    return ShownPicture(**course.parsed(f"picture-{name.replace('/', '-')}", files, drawn))


def task_with_picture(course: Course, words: Words, *, is_plain: bool = False) -> str:
    """Return the task of an exercise as Markdown; below it its picture in characters, or described, if it has one.

    Raises:
        PictureError: there is no such picture, or its function is wrong.
        SolutionError: the module cannot be loaded.
    """
    if not words.picture:
        return words.task
    picture = open_picture(course, words.picture)
    if is_plain:
        return f"{words.task.rstrip()}\n\n{picture.title}: {picture.description}"
    return f"{words.task.rstrip()}\n\n*{picture.title}*\n\n{textwrap.indent(picture.text, '    ')}"


def _place(function: Callable[..., Any]) -> str:
    """Return the line of a picture's function, and its name."""
    code = function.__code__
    return f"{shown_path(Path(code.co_filename))}:{code.co_firstlineno}:1: `{function.__name__}`"


def _functions(course: Course, module: str) -> dict[str, Callable[..., Any]]:
    """Return the pictures of a module: its own public functions."""
    if not course.solutions.path(f"{FOLDER}/{module}").is_file():
        return {}
    pictures = course.solutions.reference(f"{FOLDER}/{module}")
    return {
        name: function
        for name, function in vars(pictures).items()
        if not name.startswith("_") and inspect.isfunction(function) and function.__module__ == pictures.__name__
    }
