"""`learn grade`: grade a submission for the record."""

from __future__ import annotations

import contextlib
import secrets
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from grader.cli.group import OUR_FAULT, REPORT_TO
from grader.cli.options import confine_option, course_option, format_option


@click.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@format_option("json", "text", "junit", "md", "github")
@click.option("--student", help="Whose submission it is; written into the result.")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    help="What random inputs are drawn from; a fresh one if it is not given. The result records it.",
)
@click.option("--exercise", "exercises", multiple=True, help="Only this exercise; can be given several times.")
@confine_option("strict" if sys.platform == "linux" else "auto")
@course_option
@click.pass_context
def grade(
    ctx: click.Context,
    path: Path,
    format_name: str,
    student: str | None,
    seed: int | None,
    exercises: tuple[str, ...],
    confine_name: str,
    course_folder: Path | None,
) -> None:
    """Grade the submission at PATH: a folder or a zip file.

    The files may lie flat (name.py) or as in a workspace (exercises/unit/name.py). Exit code 0
    whatever the score is: it says that grading was completed. On Linux, nothing is graded
    unless learners' code is strictly confined; elsewhere it has its own process and limits only.
    """
    from grader import content
    from grader.confine import Wanted
    from grader.course import Course
    from grader.grading import grade as grade_submission
    from grader.reports import render
    from grader.starting import starter
    from grader.submission import Submission
    from grader.verdict import Verdict

    course = Course(content.find(course_folder))  # grades of record never rest on a cache
    seed = secrets.randbelow(2**32) if seed is None else seed  # one that no learner can have prepared for
    ids = list(dict.fromkeys(map(course.find, exercises))) or course.exercise_ids
    with submission_folder(path) as folder:
        processes = starter(Wanted(confine_name))
        try:
            result = grade_submission(
                course, Submission(folder), processes, exercise_ids=ids, student=student, seed=seed
            )
        finally:
            processes.close()
    click.echo(render(format_name, result), nl=False)
    if result.verdict is Verdict.INTERNAL:
        click.echo(
            f"learn: “internal” is a fault of ours, not of the learner's; please report it at {REPORT_TO}", err=True
        )
        ctx.exit(OUR_FAULT)


@contextlib.contextmanager
def submission_folder(path: Path) -> Iterator[Path]:
    """Give the folder of a submission; a zip file is unpacked into one that goes away afterwards."""
    from grader.archive import ArchiveError, unpack

    if path.is_dir():
        yield path.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="learn-submission-") as folder:
        try:
            unpack(path, Path(folder))
        except ArchiveError as error:
            raise click.UsageError(str(error)) from error
        yield only_folder(Path(folder))


def only_folder(folder: Path) -> Path:
    """Return the one folder that everything lies in, as in archives of a folder, or the folder itself."""
    entries = [entry for entry in folder.iterdir() if entry.name != "__MACOSX"]
    return only_folder(entries[0]) if len(entries) == 1 and entries[0].is_dir() else folder


COMMAND = grade
