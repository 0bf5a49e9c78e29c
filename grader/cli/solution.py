"""`learn solution`: show the reference solution of a passed exercise."""

import sys
from pathlib import Path

import click

from grader.cli import context, options
from grader.cli.main import FAILED
from grader.cli.terminal import has_color, tell, width
from grader.course.printed_solution import printed_solution
from grader.workspace import progress
from grader.workspace.position import last_exercise, next_exercise


@click.command()
@options.exercise_argument
@options.plain_option
@options.place_options
@click.pass_context
def solution(ctx: click.Context, exercise: str | None, folder: Path, course_folder: Path | None) -> None:
    """Show the reference solution of EXERCISE after yours has passed.

    The default is the exercise that you worked on last. The code runs in your workspace as shown;
    on a terminal, long lines are wrapped in a way that is still valid Python.
    """
    course = context.open_course(course_folder)
    workspace = context.open_workspace(folder, course)
    last = last_exercise(course, workspace) if exercise is None else None
    exercise_id = last or context.chosen_exercise(course, workspace, exercise)
    if not progress.load(workspace.state).is_passed(exercise_id):
        tell("The solution is shown when your own has passed.")
        tell(f"\nNext: learn check {exercise_id.rpartition('/')[2]}")
        ctx.exit(FAILED)
    source = printed_solution(course, exercise_id)
    if sys.stdout.isatty():
        _show(source)
        tell("\nNext: learn next" if next_exercise(course, workspace) else "\nNext: learn status")
    else:
        click.echo(source, nl=False)  # nothing else, so that it can be written into a file


def _show(source: str) -> None:
    """Print source as wide as the window, in colors if it has them."""
    from grader.files.narrow_code import narrow

    source = narrow(source, width())
    if not has_color():
        click.echo(source, nl=False)
        return
    from rich.console import Console
    from rich.syntax import Syntax

    Console(width=width()).print(Syntax(source, "python", word_wrap=True))
