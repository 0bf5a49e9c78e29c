"""`learn solution`: show the reference solution of a passed exercise."""

import sys
from pathlib import Path

import click

from grader.cli import context, options
from grader.cli.main import FAILED
from grader.cli.terminal import code_lines, has_color, tell, width
from grader.course.printed_solution import printed_solution
from grader.learner import progress
from grader.learner.position import last_exercise, next_exercise


@click.command()
@options.exercise_argument
@options.place_options
@click.pass_context
def solution(ctx: click.Context, exercise: str | None, folder: Path, course_folder: Path | None) -> None:
    """Show the reference solution of EXERCISE after yours has passed.

    The default is the exercise that you worked on last. The code runs in your workspace as shown;
    on a terminal, long lines are wrapped, and written into a file they are whole.
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
    click.echo("\n".join(code_lines(source, width())) if has_color() else source.rstrip("\n"))
    if sys.stdout.isatty():  # elsewhere nothing else, so that it can be written into a file
        tell("\nNext: learn next" if next_exercise(course, workspace) else "\nNext: learn status")
