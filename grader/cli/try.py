"""`learn try`: write the failing call into a file, and start Python or the debugger on it."""

import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import click

from grader.cli import context, options
from grader.cli.terminal import tell, width
from grader.core.errors import UnwritableError
from grader.core.escape import cut
from grader.core.formatting import step_text
from grader.course import shown_path
from grader.files.safe_write import whole
from grader.grading.prepared import prepare
from grader.learner.position import record_current
from grader.learner.try_call import find_call, write_script
from grader.sandbox.process import LearnerProcess

FILE = "try_call.py"
"""The file in the workspace's `.learn`; no exercise may have its name."""


@click.command("try")
@options.exercise_argument
@click.option("--pdb", "is_debugged", is_flag=True, help="Start in the debugger, at the first line of the function.")
@options.place_options
@click.pass_context
def try_call(
    ctx: click.Context, exercise: str | None, is_debugged: bool, folder: Path, course_folder: Path | None
) -> None:
    """Open a Python prompt, or the debugger, at the failing call of EXERCISE.

    The call is written into `.learn/try_call.py`, and Python runs that as any file of yours, not
    confined; its arguments are variables at the prompt. If all checks pass, it is the first call.
    """
    with context.quick_launcher("auto", course_folder) as launcher:
        course = context.open_course(course_folder)
        workspace = context.open_workspace(folder, course)
        exercise_id = context.chosen_exercise(course, workspace, exercise)
        prepared = prepare(course, course.exercise(exercise_id))
        found = find_call(prepared, workspace.submission, partial(LearnerProcess, launcher))
    record_current(workspace, exercise_id)
    script = workspace.state / FILE
    try:
        with whole(script, workspace.folder) as file:
            file.write(write_script(course, workspace, found, is_debugged=is_debugged).encode())
    except OSError as error:
        raise UnwritableError(f"{script} cannot be written: {error.strerror}; make the folder writable") from error
    title = found.prepared.exercise.title
    tell(f"{title}: “{found.check}”{' fails with this call:' if found.is_wrong else ', its first call:'}")
    for step in found.shown.call.steps:
        click.echo(f"    {cut(step_text(step), width() - 4)}")
    tell(f"It is in {shown_path(script)}, to be changed and run again. Ctrl-D ends the prompt.")
    signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is for the prompt
    ctx.exit(subprocess.run([sys.executable, "-i", script], cwd=workspace.folder, check=False).returncode)
