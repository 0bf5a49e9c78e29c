"""Options that several commands share, and the files that they write.

A command with more parameters than ruff allows a function reads them as a NamedTuple: `GradeOptions(**ctx.params)`.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from grader.cli import complete_names

if TYPE_CHECKING:
    from grader.core.result import Result
    from grader.reports.gradebook import Entry

Command = TypeVar("Command", bound=Callable[..., Any])

FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
SEED = click.IntRange(0, 2**63 - 1)
WRITTEN_AS_PDF = "The file to write; a name that ends with .pdf makes a PDF."
CANVAS = "canvas"
Exports = tuple[tuple[str, Path], ...]
"""The formats and files of `--export`."""

PAGE_SUFFIXES = (".html", ".htm", ".pdf")
PAPERS = {"a4": "A4", "letter": "Letter"}
"""Display names of the papers."""

workspace_option = click.option(
    "--in", "folder", type=FOLDER, default=Path(), show_default="here", help="The folder that your files are in."
)
force_option = click.option("--force", is_flag=True, help="Replace the file if it is there.")
paper_option = click.option(
    "--paper", type=click.Choice(tuple(PAPERS)), default="a4", show_default=True, help="What it fits on."
)
exercise_argument = click.argument("exercise", required=False, shell_complete=complete_names.exercises)
exercises_argument = click.argument("exercises", nargs=-1, shell_complete=complete_names.exercises)
IsBelow = Callable[[int, int], bool]
"""Takes a score and the maximum; True if the score is too low."""


def _set_plain(ctx: click.Context, option: click.Parameter, value: bool) -> None:
    ctx.color = False if value else None


plain_option = click.option(
    "--plain", is_flag=True, expose_value=False, callback=_set_plain, help="No color and no drawing."
)


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


def format_option(default: str, *, is_for_learners: bool = False) -> Callable[[Command], Command]:
    """Return the option that chooses how a result is written; only the chosen format is imported."""

    def names() -> list[str]:
        from grader.reports import result_formats

        return result_formats(is_for_learners=is_for_learners)

    def checked(ctx: click.Context, option: click.Parameter, value: str) -> str:
        if ctx.resilient_parsing:
            return value
        from grader.reports import Format, find_format

        found = find_format(value)
        if not isinstance(found, Format) or found.is_for_learners < is_for_learners:
            raise click.BadParameter(f"{value!r} is not one of {', '.join(map(repr, names()))}.")
        return value

    class FormatOption(click.Option):
        def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
            self.help = f"How to write the result: {', '.join(names())}."
            return super().get_help_record(ctx)

    return click.option(
        "--format",
        "format_name",
        cls=FormatOption,
        metavar="FORMAT",
        default=default,
        show_default=True,
        callback=checked,
        shell_complete=lambda ctx, option, incomplete: [name for name in names() if name.startswith(incomplete)],
    )


DefaultCourse = Callable[[click.Context], Path | None]
"""Returns the folder of the course for a command without --course."""


def _of_workspace(ctx: click.Context) -> Path | None:
    """Return the course of the workspace that --in names, or the current folder is in."""
    from grader.learner.workspace_course import workspace_course

    folder: Path = ctx.params.get("folder") or Path()  # an option that is given is read before one that is not
    return workspace_course(folder.resolve())


def course_option_for(
    default_course: DefaultCourse = _of_workspace, *, is_pinned: bool = False
) -> Callable[[Command], Command]:
    """Return the option that names a course; its value is the folder, None for the course of this package.

    Without the option, `default_course` finds the course; `locate` explains `is_pinned`.
    """

    def located(ctx: click.Context, option: click.Parameter, value: str | None) -> Path | None:
        from grader.core.errors import CourseError
        from grader.course.course_source import locate

        if not ctx.resilient_parsing:
            return locate(value, is_pinned=is_pinned) if value else default_course(ctx)
        if not (value or "").startswith("git+"):  # for completion, messages and downloads would be in the way
            with contextlib.suppress(CourseError):
                return locate(value) if value else default_course(ctx)
        return None

    return click.option(
        "--course",
        "course_folder",
        metavar="PLACE",
        envvar="LEARN_COURSE",
        callback=located,
        shell_complete=FOLDER.shell_complete,
        help="Another course: its folder, git+https://ADDRESS@COMMIT, or the name of an installed one.  [default: the "
        "one that your folder is of]",
    )


course_option = course_option_for()
text_or_json_option = click.option(
    "--format",
    "format_name",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="For people, or as JSON with a published schema.",
)


def show_json(document: dict[str, Any]) -> None:
    """Print the document of a command as JSON."""
    import json

    click.echo(json.dumps(document, indent=2, ensure_ascii=False))


@contextlib.contextmanager
def usage_errors(*kinds: type[Exception]) -> Iterator[None]:
    """Convert some errors into click's for wrong usage, which names the command's --help."""
    try:
        yield
    except kinds as error:
        raise click.UsageError(str(error)) from error


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


# --- files that commands write ------------------------------------------------------------------


def out_option(default: str, help_text: str) -> Callable[[Command], Command]:
    """Return the option that names the one file that a command writes."""
    return click.option(
        "--out", type=click.Path(path_type=Path), default=Path(default), show_default=True, help=help_text
    )


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


def check_path(path: Path, *, may_replace: bool, option: str = "--out") -> None:
    """Check that a file may be written to a path; `option` is the one that names it."""
    from grader.files import safe_write

    try:
        safe_write.check(path, may_replace=may_replace)
    except safe_write.TakenError as error:
        raise click.UsageError(str(error).replace("--out", option)) from error


def save(path: Path, content: bytes, *, may_replace: bool, option: str = "--out") -> None:
    """Write a file atomically, unless its path was taken meanwhile."""
    from grader.files import safe_write

    with safe_write.promised(path) as file:
        file.write(content)
        check_path(path, may_replace=may_replace, option=option)


def write_page(path: Path, render: Callable[[], bytes], *, may_replace: bool, option: str = "--out") -> None:
    """Check the path, then render a page for the browser and write it atomically; print a message."""
    check_path(path, may_replace=may_replace, option=option)
    save(path, render(), may_replace=may_replace, option=option)
    click.echo(f"{click.format_filename(path)} is written. Open it in a browser; it needs no network.")


def of_a_class() -> list[str]:
    """Return the names of the formats for the results of a class."""
    from grader.reports import class_formats

    return [*class_formats(), CANVAS]


def for_learners() -> list[str]:
    """Return the names of the formats that learners can choose."""
    from grader.reports import result_formats

    return result_formats(is_for_learners=True)


def of_all() -> list[str]:
    """Return the names of the formats for one submission and for a class."""
    from grader.reports import result_formats

    return [*result_formats(), *of_a_class()]


def export_option(formats: Callable[[], list[str]]) -> Callable[[Command], Command]:
    """Return the option that writes the result to files, too, in one of the formats."""

    def parsed(ctx: click.Context, option: click.Parameter, values: tuple[str, ...]) -> Exports:
        return tuple(_parsed(value, formats()) for value in values)

    words = "Also write the result into a file, replacing it; can be given several times."
    return click.option("--export", "exports", metavar="FORMAT=FILE", multiple=True, callback=parsed, help=words)


def _parsed(value: str, formats: list[str]) -> tuple[str, Path]:
    format_name, equals, path = value.partition("=")
    if not equals or not path:
        raise click.BadParameter(f"{value!r} is not FORMAT=FILE, such as html=report.html")
    if format_name not in formats:
        raise click.BadParameter(f"there is no format {format_name!r}; there are {', '.join(formats)}")
    return format_name, Path(path)


def check_exports(exports: Exports) -> None:
    """Check before grading that the files can be written."""
    for _, path in exports:
        check_path(path, may_replace=True, option="--export")


def write_exports(result: Result, exports: Exports) -> None:
    """Write a result to files, each atomically."""
    from grader.reports import render

    for format_name, path in exports:
        save(path, render(format_name, result, os.environ).encode(), may_replace=True, option="--export")


def gradebook_options(command: Command) -> Command:
    """Add the options for the tables of a class: two that `--export canvas=FILE` needs, and the scale of the points."""
    column = click.option("--column", help="The assignment in that gradebook: its title or its number.")
    words = "The gradebook that Canvas exported, for --export canvas=FILE."
    gradebook = click.option("--gradebook", type=FILE, help=words)
    points_help = "The points of the assignment on the platform, to which exported grades are scaled."
    points = click.option("--points", type=click.IntRange(1, 1_000_000), metavar="NUMBER", help=points_help)
    return gradebook(column(points(command)))


def check_class_exports(exports: Exports, gradebook: Path | None, column: str | None) -> None:
    """Check before grading that the tables of a class can be written.

    Raises:
        UsageError: a format is for one submission, Canvas's gradebook is not given, or a file cannot be written.
    """
    known = of_a_class()
    wrong = [name for name, _ in exports if name not in known]
    if wrong:
        raise click.UsageError(f"--export {wrong[0]} is for one submission; for a class there are {', '.join(known)}")
    if any(name == CANVAS for name, _ in exports) and not (gradebook and column):
        raise click.UsageError("--export canvas=FILE needs --gradebook and --column")
    check_exports(exports)


def write_class_exports(
    exports: Exports, entries: Callable[[], Iterable[Entry]], gradebook: Path | None, column: str | None
) -> None:
    """Write the tables of a class, and Canvas's gradebook with its column filled in."""
    from grader.reports import canvas, render_class

    for format_name, path in exports:
        if format_name == CANVAS and gradebook and column:
            content = canvas.fill(gradebook.read_bytes(), entries(), column)
        else:
            content = render_class(format_name, entries()).encode("utf-8", "replace")
        save(path, content, may_replace=True, option="--export")


def tell_github(result: Result) -> None:
    """Append the summary and the grader's output to the files that GitHub's runner names in environment variables."""
    from grader.reports import classroom, github, shown

    texts = {"GITHUB_STEP_SUMMARY": github.summary, "GITHUB_OUTPUT": classroom.render}
    for variable, write in texts.items():
        if not os.environ.get(variable):
            continue
        try:
            with open(os.environ[variable], "a", encoding="utf-8") as file:
                file.write(write(shown(result)))
        except OSError as error:
            raise click.ClickException(f"the file of ${variable} cannot be written: {error.strerror}") from error
