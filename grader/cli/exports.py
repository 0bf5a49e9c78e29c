"""Write results: the options --format and --export, the files that they name, and the files of GitHub's runner."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click

from grader.cli.options import Command, check_path, save
from grader.core.errors import ReportError
from grader.core.escape import line
from grader.core.result import Result
from grader.files.regular_file import UnreadableError, read_file
from grader.reports import Format, NotPlaced, class_formats, export_class, find_format, render, result_formats
from grader.reports.gradebook import Entry, Gradebook

MAX_BYTES = 64 << 20
CANVAS, MOODLE = "canvas", "moodle"
"""The formats that fill in a platform's own file."""
Exports = tuple[tuple[str, Path], ...]
"""The formats and files of `--export`."""


def format_option(default: str, *, is_for_learners: bool = False) -> Callable[[Command], Command]:
    """Return the option that chooses how a result is written; only the chosen format is imported."""

    def names() -> list[str]:
        return result_formats(is_for_learners=is_for_learners)

    def checked(ctx: click.Context, option: click.Parameter, value: str) -> str:
        if ctx.resilient_parsing:
            return value
        result_format = find_format(value)
        if not isinstance(result_format, Format) or result_format.is_for_learners < is_for_learners:
            raise click.BadParameter(f"{value!r} is not one of {', '.join(map(repr, names()))}.")
        return value

    class FormatOption(click.Option):
        def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
            self.help = f"Output format: {', '.join(names())}."
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


def for_learners() -> list[str]:
    """Return the names of the formats that learners can choose."""
    return result_formats(is_for_learners=True)


def export_option(formats: Callable[[], list[str]], more: str = "") -> Callable[[Command], Command]:
    """Return the option that writes the result to files, too, in one of the formats; `more` is added to its help."""

    def parsed(ctx: click.Context, option: click.Parameter, values: tuple[str, ...]) -> Exports:
        return tuple(_parsed(value, formats()) for value in values)

    words = f"Also write the result to a file, overwriting it{more}; repeatable."
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
    for format_name, path in exports:
        save(path, render(format_name, result, os.environ).encode(), may_replace=True, option="--export")


def check_class_exports(exports: Exports, gradebook: Path | None, column: str | None) -> None:
    """Check before grading that the tables of a class can be written.

    Raises:
        UsageError: a format is for one submission, Canvas's gradebook is not given, or a file cannot be written.
    """
    known = class_formats()
    names = [name for name, _ in exports]
    if wrong := [name for name in names if name not in known]:
        raise click.UsageError(f"--export {wrong[0]} is for one submission; for a class there are {', '.join(known)}")
    if CANVAS in names and not (gradebook and column):
        raise click.UsageError("--export canvas=FILE needs --gradebook and --column")
    if column and CANVAS not in names:
        raise click.UsageError("--column is the assignment in Canvas's gradebook, for --export canvas=FILE")
    check_exports(exports)


def write_class_exports(
    exports: Exports, entries: Sequence[Entry], gradebook: Path | None, column: str | None
) -> Iterator[str]:
    """Write the tables of a class; yield a sentence for each one that leaves out students who have a number."""
    book = Gradebook(_read_gradebook(gradebook), column or "") if gradebook else None
    has_canvas = any(name == CANVAS for name, _ in exports)
    for format_name, path in exports:
        export = export_class(format_name, entries, book if (format_name == CANVAS) == has_canvas else None)
        save(path, export.content, may_replace=True, option="--export")
        if export.left_out:
            yield f"Left out of {path}: {_list_left_out(export.left_out)}."


def _read_gradebook(path: Path) -> bytes:
    try:
        return read_file(path, MAX_BYTES, may_be_link=True)
    except UnreadableError as error:
        raise ReportError(f"{path}: {error.kind}; export the gradebook from Canvas once more") from error


def _list_left_out(left_out: Sequence[NotPlaced]) -> str:
    """Return the students, all of them, by the reason: `hw-x99, kim (nobody on the roster)`."""
    by_reason: dict[str, list[str]] = {}
    for one in left_out:
        by_reason.setdefault(one.why, []).append(line(one.student))
    return "; ".join(f"{', '.join(students)} ({why})" for why, students in by_reason.items())


def tell_github(result: Result) -> None:
    """Append the summary and the grader's output to the files that GitHub's runner names in environment variables."""
    from grader.reports import classroom, github

    texts = {"GITHUB_STEP_SUMMARY": github.summary, "GITHUB_OUTPUT": classroom.render}
    for variable, write in texts.items():
        if not os.environ.get(variable):
            continue
        try:
            with open(os.environ[variable], "a", encoding="utf-8") as file:
                file.write(write(result))
        except OSError as error:
            raise click.ClickException(f"the file of ${variable} cannot be written: {error.strerror}") from error
