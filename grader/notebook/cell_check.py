"""Write a notebook's cell to the file of an exercise, and check that as `learn check` does."""

import json
import os
import subprocess
import sys
from pathlib import Path

from grader.core.errors import UserError
from grader.core.result import Result
from grader.course import shown_path
from grader.course.course import Course
from grader.files.notebook import without_magics
from grader.files.regular_file import read_or_none
from grader.files.safe_write import whole
from grader.learner.folder import Workspace
from grader.learner.reset import is_stub
from grader.reports import document

MARK = "# Written by %%check from a notebook's cell; the next check overwrites it."
"""The first line of a file that a cell wrote. It takes the place of the cell's line `%%check`, so that lines agree."""
GRADED = (0, 1)
"""Exit codes of `learn check` with a result."""


def write_cell(course: Course, place: Workspace, exercise_id: str, cell: str) -> None:
    """Write a cell to the file of an exercise; raise UserError if that has code from elsewhere."""
    path = place.stub_path(exercise_id)
    name = exercise_id.rpartition("/")[2]
    is_from_a_cell = (read_or_none(path) or b"").partition(b"\n")[0] == MARK.encode()
    if os.path.lexists(path) and not is_stub(course, place, exercise_id) and not is_from_a_cell:
        what = f"{shown_path(path)} has code that came from no cell"
        raise UserError(f"{what}; `%learn reset {name}` puts it aside, then check this cell again")
    try:
        with whole(path, place.folder) as file:
            file.write(f"{MARK}\n{without_magics(cell)}\n".encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise UserError(f"{shown_path(path)} cannot be written: {error.strerror}; use another folder") from error


def check_file(place: Workspace, exercise_id: str) -> Result:
    """Check the file of an exercise by `learn check`, in a process that shares nothing with the notebook's.

    Raises:
        UserError: it was not checked; the message is that of the command.
    """
    ran = run_learn(place.folder, ["check", exercise_id, "--format", "json"])
    if ran.returncode not in GRADED:
        said = ran.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2].removeprefix("learn: ")
        raise UserError(said or f"`learn check` ended with exit code {ran.returncode}; try it in a terminal")
    return document.read(json.loads(ran.stdout.decode("utf-8", "surrogateescape")))


def run_learn(
    folder: Path, arguments: list[str], *, has_errors_between: bool = False
) -> subprocess.CompletedProcess[bytes]:
    """Run `learn` in a folder, without a terminal and without input; errors come apart, or between the output."""
    # -P: without the folder on its path, where a learner's file could hide a module.
    command = [sys.executable, "-P", "-m", "grader", *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if has_errors_between else subprocess.PIPE,
        check=False,
    )
