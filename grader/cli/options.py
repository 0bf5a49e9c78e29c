"""Options that several commands share, and what they stand for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from grader.course.course import Course
    from grader.learner.workspace import Workspace

Command = TypeVar("Command", bound=Callable[..., Any])

_FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)

course_option = click.option(
    "--course",
    "course_folder",
    type=_FOLDER,
    envvar="LEARN_COURSE",
    help="Folder with exercises/ and solutions/ of another course.",
)
workspace_option = click.option(
    "--in", "folder", type=_FOLDER, default=Path(), show_default="here", help="The folder that your files are in."
)
plain_option = click.option("--plain", is_flag=True, help="No colour and no drawing.")
exercise_argument = click.argument("exercise")


def confine_option(default: str) -> Callable[[Command], Command]:
    """Return the option that says how much learners' processes must be confined."""
    return click.option(
        "--confine",
        "confine_name",
        type=click.Choice(("auto", "strict", "none")),
        default=default,
        show_default=True,
        help="Confine learners' code as far as possible, refuse to run if that is not far enough, or not at all.",
    )


def format_option(*formats: str) -> Callable[[Command], Command]:
    """Return the option that chooses how a result is written; the first format is the default."""
    return click.option(
        "--format",
        "format_name",
        type=click.Choice(formats),
        metavar="FORMAT",
        default=formats[0],
        show_default=True,
        help=f"How to write the result: {', '.join(formats)}.",
    )


def open_course(folder: Path | None) -> Course:
    """Return the course to use, with parsed exercises kept between runs."""
    from grader.course.course import Course
    from grader.course.location import find
    from grader.course.parsed_cache import default_cache

    return Course(find(folder), default_cache())


def open_workspace(folder: Path, course: Course) -> Workspace:
    """Return the learner's workspace that a folder is in."""
    from grader.learner.workspace import find_or_take

    return find_or_take(folder.resolve(), course)
