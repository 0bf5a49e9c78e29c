"""Options that several commands share, and the files that they write.

A command with many options has them in a frozen dataclass of its own, whose fields declare them (`declare.py`).
"""

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from grader.cli import complete_names
from grader.cli.terminal import say
from grader.files import safe_write

Command = TypeVar("Command", bound=Callable[..., object])


class CommandGroup(click.Group):
    """A group whose help shows the first sentence of each command, which click would cut."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands."""
        commands = [self.commands[name] for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            rows = [(str(command.name), command.get_short_help_str(sys.maxsize)) for command in commands]
            formatter.write_dl(rows)


class RegularFile(click.Path):
    """A file that the user named, which is read to its end: no FIFO and no device."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path; refuse it with a usage error that names the option."""
        path = Path(str(super().convert(value, param, ctx)))
        return path if path.is_file() else self.fail(f"'{path}' is not a regular file.", param, ctx)


FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
FILE = RegularFile(path_type=Path, dir_okay=False, exists=True)
NEW = click.Path(path_type=Path)
NEW_FILE = click.Path(path_type=Path, dir_okay=False)
NEW_FOLDER = click.Path(path_type=Path, file_okay=False)
SEED = click.IntRange(0, 2**63 - 1)
WRITTEN_AS_PDF = "Output file; a PDF if its name ends with .pdf."
IN_BROWSER = ". Open it in a browser; it needs no network."
PAGE_SUFFIXES = (".html", ".htm", ".pdf")
PAPERS = {"a4": "A4", "letter": "Letter"}
"""Display names of the papers."""

workspace_option = click.option(
    "--in", "folder", type=FOLDER, default=Path(), help="The folder with your files.  [default: current folder]"
)
force_option = click.option("--force", is_flag=True, help="Overwrite an existing file.")
force_files_option = click.option("--force", is_flag=True, help="Overwrite existing files.")
paper_option = click.option(
    "--paper", type=click.Choice(tuple(PAPERS)), default="a4", show_default=True, help="Paper size."
)
exercise_argument = click.argument("exercise", required=False, shell_complete=complete_names.exercises)
exercises_argument = click.argument("exercises", nargs=-1, shell_complete=complete_names.exercises)


def spelled(ctx: click.Context, name: str) -> str:
    """Return a parameter of the running command as it is typed: `--of`, or EXERCISE."""
    parameter = next(parameter for parameter in ctx.command.params if parameter.name == name)
    return parameter.opts[0] if isinstance(parameter, click.Option) else parameter.human_readable_name


def confine_option(default: str) -> Callable[[Command], Command]:
    """Return the option for the confinement of learners' processes."""
    return click.option(
        "--confine",
        "confine_name",
        type=click.Choice(("auto", "strict", "none")),
        default=default,
        show_default=True,
        help="Sandbox for learners' code. auto: confine as far as this system can; strict: refuse to run if that is not "
        "enough; none: do not confine.",
    )


DefaultCourse = Callable[[click.Context], Path | None]
"""Returns the folder of the course for a command without --course."""


def _of_workspace(ctx: click.Context) -> Path | None:
    """Return the course of the workspace that --in names, or the current folder is in."""
    from grader.learner.course import workspace_course

    folder: Path = ctx.params.get("folder") or Path()  # an option that is given is read before one that is not
    return workspace_course(folder.resolve())


def course_option_for(default_course: DefaultCourse = _of_workspace) -> Callable[[Command], Command]:
    """Return the option that names a course; its value is the folder, None for the course of this package.

    Without the option, `default_course` finds the course.
    """

    def located(ctx: click.Context, option: click.Parameter, value: str | None) -> Path | None:
        from grader.core.errors import CourseError
        from grader.course.source import find_folder

        if not ctx.resilient_parsing:
            return find_folder(value) if value else default_course(ctx)
        with contextlib.suppress(CourseError):  # for completion, messages would be in the way
            return find_folder(value) if value else default_course(ctx)
        return None

    return click.option(
        "--course",
        "course_folder",
        metavar="FOLDER",
        envvar="LEARN_COURSE",
        callback=located,
        shell_complete=FOLDER.shell_complete,
        help="Use another course, in FOLDER.  [default: the course of your folder]",
    )


course_option = course_option_for()


def _around(ctx: click.Context) -> Path | None:
    """Return the course around the current folder, for its authors; else that of the workspace there."""
    from grader.learner.course import course_around, workspace_course

    return course_around(Path.cwd()) or workspace_course(Path.cwd())


course_around_option = course_option_for(_around)


def place_options(command: Command) -> Command:
    """Add --in and --course: the places of the learner's files and of the course."""
    return workspace_option(course_option(command))


@contextlib.contextmanager
def usage_errors(*kinds: type[Exception]) -> Iterator[None]:
    """Convert some errors into click's for wrong usage, which names the command's --help."""
    try:
        yield
    except kinds as error:
        raise click.UsageError(str(error)) from error


# --- files that commands write ------------------------------------------------------------------


def out_option(default: str, help_text: str) -> Callable[[Command], Command]:
    """Return the option that names the one file that a command writes."""
    return click.option("--out", type=NEW, default=Path(default), show_default=True, help=help_text)


def format_of_suffix(out: Path, suffixes: Mapping[str, str], formats: Sequence[str], content: str) -> str:
    """Return the format that the suffix of a file stands for; refuse a file with any other suffix."""
    if out.suffix.lower() not in suffixes:
        choice = f"add --format and one of {', '.join(formats)}"
        raise click.UsageError(f"{str(out)!r} does not say how to write {content}; {choice}")
    return suffixes[out.suffix.lower()]


def check_page_suffix(path: Path) -> None:
    """Refuse a file whose suffix stands for neither a page nor a PDF."""
    if path.suffix.lower() not in PAGE_SUFFIXES:
        raise click.UsageError(f"{str(path)!r} ends with none of {', '.join(PAGE_SUFFIXES)}; name the file so")


def check_page(path: Path, *, may_replace: bool) -> None:
    """Check that a page or a PDF may be written to a path."""
    check_page_suffix(path)
    check_path(path, may_replace=may_replace)


def check_path(path: Path, *, may_replace: bool, option: str = "--out") -> None:
    """Check that a file may be written to a path; `option` is the one that names it."""
    try:
        safe_write.check(path, may_replace=may_replace)
    except safe_write.TakenError as error:
        raise click.UsageError(str(error).replace("--out", option)) from error


def save(path: Path, content: bytes, *, may_replace: bool, option: str = "--out") -> None:
    """Write a file atomically, unless its path was taken meanwhile."""
    with safe_write.promised(path) as file:
        file.write(content)
        check_path(path, may_replace=may_replace, option=option)


def save_page(path: Path, render: Callable[..., str], title: str, *, may_replace: bool) -> None:
    """Render a page and write it: for the screen, or as a PDF with a title if the file's name says so."""
    if path.suffix.lower() != ".pdf":
        save(path, render().encode(), may_replace=may_replace)
        return
    from flashcards import pdf

    pdf.write_pdf([render(for_screen=False)], path, title=title)


def write_page(path: Path, render: Callable[[], bytes], *, may_replace: bool, option: str = "--out") -> None:
    """Check the path, then render a page for the browser and write it atomically; print a message."""
    check_path(path, may_replace=may_replace, option=option)
    save(path, render(), may_replace=may_replace, option=option)
    say(f"{path} is written{IN_BROWSER}")
