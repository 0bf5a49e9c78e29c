"""Options that several commands share, and the objects that they open.

A command with more parameters than ruff allows a function reads them as a NamedTuple: `GradeOptions(**ctx.params)`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from grader.course.course import Course
    from grader.learner.workspace import Workspace

Command = TypeVar("Command", bound=Callable[..., Any])

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
SEED = click.IntRange(0, 2**63 - 1)

_COURSE_HELP = "Folder with exercises/ and solutions/ of another course."
course_option = click.option("--course", "course_folder", type=FOLDER, envvar="LEARN_COURSE", help=_COURSE_HELP)
workspace_option = click.option(
    "--in", "folder", type=FOLDER, default=Path(), show_default="here", help="The folder that your files are in."
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


def format_names(*, is_for_learners: bool = False) -> list[str]:
    """Return the names of the formats for one submission: all, or those that learners may see."""
    from grader.reports import Format, formats

    known = [(name, each) for name, each in formats().items() if isinstance(each, Format)]
    return [name for name, each in known if each.is_for_learners >= is_for_learners]


class FormatOption(click.Option):
    """An option that takes the name of a format, and whose help names all; otherwise only the chosen one is imported."""

    def __init__(self, declarations: Sequence[str], *, is_for_learners: bool, **attributes: Any) -> None:
        super().__init__(declarations, callback=self._check, **attributes)
        self._is_for_learners = is_for_learners

    def _check(self, ctx: click.Context, option: click.Parameter, value: str) -> str:
        from grader.reports import Format, find_format

        found = find_format(value)
        if not isinstance(found, Format) or found.is_for_learners < self._is_for_learners:
            known = format_names(is_for_learners=self._is_for_learners)
            raise click.BadParameter(f"{value!r} is not one of {', '.join(map(repr, known))}.")
        return value

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the lines of the help."""
        self.help = f"How to write the result: {', '.join(format_names(is_for_learners=self._is_for_learners))}."
        return super().get_help_record(ctx)


def format_option(default: str, *, is_for_learners: bool = False) -> Callable[[Command], Command]:
    """Return the option that chooses how a result is written."""
    return click.option(
        "--format",
        "format_name",
        cls=FormatOption,
        metavar="FORMAT",
        default=default,
        show_default=True,
        is_for_learners=is_for_learners,
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
    from grader.course import find
    from grader.course.course import Course
    from grader.course.parsed_cache import ParsedCache, default_cache

    return Course(find(folder), ParsedCache(default_cache()))


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
