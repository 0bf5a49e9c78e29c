"""`learn hint`: show the next hint for an exercise."""

from pathlib import Path

import click

from grader.cli import context, options
from grader.cli.terminal import show_markdown, tell
from grader.learner import progress


@click.command()
@options.exercise_argument
@click.option("--number", type=click.IntRange(1), help="Show the hint with this number instead of the next one.")
@options.place_options
def hint(exercise: str | None, number: int | None, folder: Path, course_folder: Path | None) -> None:
    """Show the next hint for EXERCISE.

    Each hint says more than the one before. The default is the current exercise.
    """
    course = context.open_course(course_folder)
    workspace = context.open_workspace(folder, course)
    words = course.words(context.chosen_exercise(course, workspace, exercise))
    taken = progress.load(workspace.state).standing(words.id).hints
    this = number or min(taken + 1, len(words.hints))
    if not 1 <= this <= len(words.hints):
        what = f"{this} is not in the range 1<=x<={len(words.hints)}." if words.hints else "there is no hint."
        raise click.BadParameter(what, param_hint="'--number'")
    show_markdown(f"Hint {this} of {len(words.hints)}: {words.hints[this - 1]}")
    if not progress.update(workspace.state, lambda noted: noted.record_hint(words.id, this)):
        following = min(this + 1, len(words.hints))
        tell(f"\nWhich hint comes next could not be noted: use --number {following}.")
    tell(f"\nNext: learn check {words.name}")
