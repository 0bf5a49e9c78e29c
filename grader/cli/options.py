"""Options that several commands share, and the objects that they open.

A command with more parameters than ruff allows a function reads them as a NamedTuple: `GradeOptions(**ctx.params)`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
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
IsBelow = Callable[[int, int], bool]
"""Takes a score and the maximum; True if the score is too low."""


def confine_option(default: str) -> Callable[[Command], Command]:
    """Return the option for the confinement of learners' processes."""
    return click.option(
        "--confine",
        "confine_name",
        type=click.Choice(("auto", "strict", "none")),
        default=default,
        show_default=True,
        help="Confine learners' code as far as possible, refuse to run if that is not far enough, or not at all.",
    )


class FormatName(click.ParamType):  # type: ignore[type-arg]
    """The name of a report format; only the file of the chosen one is imported, unless all are to be named."""

    name = "format"

    def __init__(self, *, is_for_learners: bool = False) -> None:
        """Accept all formats, or those that learners may see."""
        self._is_for_learners = is_for_learners

    def known(self) -> list[str]:
        """Return the names of all formats that can be chosen."""
        from grader.reports import formats

        return [name for name in formats() if self.has(name)]

    def has(self, name: str) -> bool:
        """Return whether a format can be chosen."""
        from grader.reports import Format, find_format

        found = find_format(name)
        return isinstance(found, Format) and found.is_for_learners >= self._is_for_learners

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name, if there is such a format."""
        if not self.has(value):
            self.fail(f"{value!r} is not one of {', '.join(map(repr, self.known()))}.", param, ctx)
        return value


class FormatOption(click.Option):
    """An option whose help names all formats."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the lines of the help."""
        assert isinstance(self.type, FormatName)
        self.help = f"How to write the result: {', '.join(self.type.known())}."
        return super().get_help_record(ctx)


def format_option(default: str, *, is_for_learners: bool = False) -> Callable[[Command], Command]:
    """Return the option that chooses how a result is written."""
    return click.option(
        "--format",
        "format_name",
        cls=FormatOption,
        type=FormatName(is_for_learners=is_for_learners),
        metavar="FORMAT",
        default=default,
        show_default=True,
    )


@contextlib.contextmanager
def usage_errors(*kinds: type[Exception]) -> Iterator[None]:
    """Convert some errors into click's for wrong usage, which names the command's --help."""
    try:
        yield
    except kinds as error:
        raise click.UsageError(str(error)) from error


def open_course(folder: Path | None) -> Course:
    """Open the course in a folder, or the installed one, with the cache of parsed exercises."""
    from grader.course.course import Course
    from grader.course.location import find
    from grader.course.parsed_cache import default_cache

    return Course(find(folder), default_cache())


def open_workspace(folder: Path, course: Course) -> Workspace:
    """Open the workspace that contains a folder, or treat the folder itself as one."""
    from grader.learner.workspace import find_or_take

    return find_or_take(folder.resolve(), course)


def is_below(ctx: click.Context, option: click.Parameter, value: str | None) -> IsBelow | None:
    """Parse --fail-under, `30` points or `75%`; return the function that compares a score with it."""
    if value is None:
        return None
    try:
        number = float(value.strip().removesuffix("%"))
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise click.BadParameter(f"{value!r} is neither a number of points nor a share; write 30 or 75%")
    if value.strip().endswith("%"):
        return lambda score, most: 100 * score < number * most or (not most and number > 0)
    return lambda score, most: score < number
