"""`learn init`: make a folder to work in."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from grader.cli.options import course_option, open_course


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path())
@course_option
def init(folder: Path, course_folder: Path | None) -> None:
    """Make a workspace in FOLDER: the files to fill in, nothing else.

    Files that are there already are left as they are.
    """
    from grader.workspace import create

    course = open_course(course_folder)
    written = create(folder.resolve(), course, course.content)
    stubs = [name for name in written if name.endswith(".py")]
    click.echo(f"{len(stubs)} file{'' if len(stubs) == 1 else 's'} to fill in, in {folder / 'exercises'}")
    kept = len(course.exercise_ids) - len(stubs)
    if kept:
        kept_words = "was there already and is as it was" if kept == 1 else "were there already and are as they were"
        click.echo(f"{kept} of yours {kept_words}")
    first = course.exercise_ids[0].rpartition("/")[2]
    click.echo(f"\nNext: {'' if folder == Path() else f'cd {shlex.quote(str(folder))} and then '}learn show {first}")


COMMAND = init
