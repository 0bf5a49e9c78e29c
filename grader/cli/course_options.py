"""The option --course: which course a command is about, said by the user or found by the folder that it is about."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Command = TypeVar("Command", bound=Callable[..., Any])
FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
DefaultCourse = Callable[[click.Context], "Path | None"]
"""Returns the folder of the course for a command without --course."""
HELP = (
    "Another course: its folder, git+https://ADDRESS@COMMIT, or the name of an installed one.  [default: the one that "
    "your folder is of]"
)


class CourseOption(click.Option):
    """The option --course, whose value is the course's folder; None stands for the course of this package.

    Without it, `default` finds the course from the folder that the command is about.
    """

    def __init__(
        self, declarations: Sequence[str], *, default_course: DefaultCourse, is_pinned: bool, **attributes: Any
    ) -> None:
        super().__init__(declarations, callback=self._locate, metavar="PLACE", **attributes)
        self._default_course = default_course
        self._is_pinned = is_pinned

    def _locate(self, ctx: click.Context, option: click.Parameter, value: str | None) -> Path | None:
        from grader.core.errors import CourseError
        from grader.course.course_source import locate

        if ctx.resilient_parsing:  # for completion, where messages and downloads would be in the way
            if value and value.startswith("git+"):
                return None
            with contextlib.suppress(CourseError):
                return locate(value) if value else self._default_course(ctx)
            return None
        return locate(value, is_pinned=self._is_pinned) if value else self._default_course(ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return what makes a shell complete folders."""
        return FOLDER.shell_complete(ctx, self, incomplete)


def _of_workspace(ctx: click.Context) -> Path | None:
    """Return the course of the workspace that --in names, or the current folder is in."""
    from grader.learner.workspace_course import workspace_course

    folder: Path = ctx.params.get("folder") or Path()  # an option that is given is read before one that is not
    return workspace_course(folder.resolve())


def course_option_for(
    default_course: DefaultCourse = _of_workspace, *, is_pinned: bool = False
) -> Callable[[Command], Command]:
    """Return the option that names a course; see `CourseOption` for its default, and `locate` for `is_pinned`."""
    return click.option(
        "--course",
        "course_folder",
        cls=CourseOption,
        envvar="LEARN_COURSE",
        help=HELP,
        default_course=default_course,
        is_pinned=is_pinned,
    )


course_option = course_option_for()
