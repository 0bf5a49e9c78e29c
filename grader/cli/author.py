"""`learn author`: the commands for those who write exercises."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.group import FAILED
from grader.cli.options import course_option


@click.group()
def author() -> None:
    """Check, make and sharpen exercises."""


@author.command()
@click.argument("exercises", nargs=-1)
@course_option
@click.pass_context
def check(ctx: click.Context, exercises: tuple[str, ...], course_folder: Path | None) -> None:
    """Prove that the course is right: all exercises, or the EXERCISES named.

    Solutions pass, stubs are not attempted, every mistake fails and is named as itself, every
    check is failed by some mistake, files belong together, two runs agree. Exit code 0 if all of
    that holds, 1 if not.
    """
    from grader import content
    from grader.author.gate import inspect_in_parallel
    from grader.course import Course

    ids = [Course(content.find(course_folder)).find(name) for name in exercises] or None
    report = inspect_in_parallel(course_folder, ids, lambda name: click.echo(f"checked {name}", err=True))
    for problem in report.problems:
        click.echo(problem)
    click.echo(
        f"{report.exercises} exercises, {report.checks} checks, {report.mistakes} mistakes: {len(report.problems) or 'no'} problem{'' if len(report.problems) == 1 else 's'}"
    )
    ctx.exit(FAILED if report.problems else 0)


@author.command()
@click.argument("exercise_id")
@course_option
def new(exercise_id: str, course_folder: Path | None) -> None:
    """Make the files of a new exercise, EXERCISE_ID being unit/name."""
    from grader import content
    from grader.author.scaffold import ScaffoldError, scaffold
    from grader.content import shown_path

    try:
        written = scaffold(content.find(course_folder), exercise_id)
    except ScaffoldError as error:
        raise click.UsageError(str(error)) from error
    for path in written:
        click.echo(shown_path(path))
    name = exercise_id.rpartition("/")[2]
    click.echo(f"\nNext: add {name} to exercises/course.yaml, fill the files, then learn author check {name}")


@author.command()
@click.argument("exercise")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="What inputs are drawn from.")
@click.option("--tries", type=click.IntRange(1), default=2000, show_default=True, help="How many inputs to try.")
@course_option
@click.pass_context
def mine(ctx: click.Context, exercise: str, seed: int, tries: int, course_folder: Path | None) -> None:
    """Look for inputs of EXERCISE that tell mistakes apart which fixed cases do not, as YAML to paste.

    Exit code 1 if some pairs are still alike.
    """
    from grader import content
    from grader.author.mine import as_yaml
    from grader.author.mine import mine as search
    from grader.course import Course

    course = Course(content.find(course_folder))
    mined = search(course, course.exercise(course.find(exercise)), seed, tries)
    click.echo(as_yaml(mined) or "# the fixed cases tell all mistakes apart")
    ctx.exit(FAILED if mined.alike else 0)


@author.command()
@click.argument("document", type=click.Choice(["exercise", "course", "result"]), default="exercise")
def schema(document: str) -> None:
    """Print the JSON Schema of a DOCUMENT: exercise files, course.yaml, or results."""
    import json

    from grader.author import schema as schemas

    click.echo(json.dumps(getattr(schemas, f"{document}_schema")(), indent=2, ensure_ascii=False))


COMMAND = author
