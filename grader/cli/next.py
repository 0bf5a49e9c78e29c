"""`learn next`: go on to the next exercise that has not passed."""

from pathlib import Path

import click

from grader.cli import context, options
from grader.cli.show import show_task
from grader.cli.terminal import tell
from grader.learner import position
from grader.learner.position import ALL_PASSED


@click.command(name="next")
@options.place_options
def next_exercise(folder: Path, course_folder: Path | None) -> None:
    """Show the task of the next exercise that has not passed, and make it the current one."""
    course = context.open_course(course_folder)
    workspace = context.open_workspace(folder, course)
    at, following = position.current_exercise(course, workspace), position.next_exercise(course, workspace)
    if at is None or following is None:
        tell(ALL_PASSED)
        return
    show_task(course, workspace, following)
    if at != following:
        name = at.rpartition("/")[2]
        tell(f"\n{name} has not passed yet; learn show {name} goes back to it.")
