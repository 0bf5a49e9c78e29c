"""Settings for editors, so that imports between a learner's files are found when a file is run, tested or edited.

Files import one another by name, across the folders of units, as on one search path. Python adds only the folder of the
file that it runs, so the others are named in PYTHONPATH: docs/decisions/0011 has the other ways and what each costs.
"""

import json
import os
from pathlib import Path
from typing import Any

from grader.core.errors import UnwritableError
from grader.course.course import Course
from grader.files.regular_file import read_or_none
from grader.files.safe_write import whole

SEPARATORS = {"linux": ":", "osx": ":", "windows": ";"}
PROBLEMS = {
    "owner": "learn",
    "source": "learn",
    "fileLocation": ["relative", "${workspaceFolder}"],
    "pattern": {"regexp": r"^    (\S+ (\S.*\.py):(\d+))$", "message": 1, "file": 2, "line": 3},
}
"""VS Code's rule for the line "See FILE:LINE" of a verdict, in any language, which becomes one of its problems."""


def editor_files(course: Course) -> dict[str, str]:
    """Return the files by their paths in the workspace: for VS Code, and for every tool that reads pyproject.toml."""
    units = dict.fromkeys(exercise_id.partition("/")[0] for exercise_id in course.exercise_ids)
    folders = [f"exercises/{unit}" for unit in units]
    return {
        ".vscode/settings.json": _as_json(_settings(folders)),
        ".vscode/tasks.json": _as_json({"version": "2.0.0", "tasks": _tasks()}),
        "pyproject.toml": _pyproject(folders),
    }


def write_editor_files(folder: Path, course: Course) -> tuple[list[str], list[str]]:
    """Write the files that are not there yet; return the names of those written, and of those left as they were.

    Raises:
        UserError: the folder is not writable.
    """
    written: list[str] = []
    kept: list[str] = []
    for name, text in editor_files(course).items():
        path = folder / name
        if os.path.lexists(path):
            kept += [] if read_or_none(path) == text.encode() else [name]
            continue
        try:
            with whole(path, folder, outlives_power_cuts=False) as file:
                file.write(text.encode())
        except OSError as error:
            raise UnwritableError(f"{path} cannot be written: {error.strerror}; use --no-editor") from error
        written.append(name)
    return written, kept


def _settings(folders: list[str]) -> dict[str, Any]:
    paths = [f"${{workspaceFolder}}/{folder}" for folder in folders]
    return {
        "python.analysis.extraPaths": folders,
        **{
            f"terminal.integrated.env.{on}": {"PYTHONPATH": separator.join(paths)}
            for on, separator in SEPARATORS.items()
        },
        "python.testing.pytestEnabled": True,
        "python.testing.unittestEnabled": False,
        "python.testing.pytestArgs": ["exercises"],
    }


def _tasks() -> list[dict[str, Any]]:
    commands = {
        "learn check (this file)": "learn check ${fileBasenameNoExtension}",
        "learn hint (this file)": "learn hint ${fileBasenameNoExtension}",
        "learn try (this file)": "learn try ${fileBasenameNoExtension}",
        "learn watch": "learn watch",
    }
    tasks: list[dict[str, Any]] = [
        {"label": label, "type": "shell", "command": command, "problemMatcher": []}
        for label, command in commands.items()
    ]
    tasks[0]["problemMatcher"] = PROBLEMS
    tasks[0]["group"] = {"kind": "test", "isDefault": True}
    return tasks


def _pyproject(folders: list[str]) -> str:
    listed = "".join(f'  "{folder}",\n' for folder in folders)
    return f"""# Where the files of this course find one another: for Pyright, Pylance and pytest.

[tool.pyright]
extraPaths = [
{listed}]

[tool.pytest.ini_options]
testpaths = ["exercises"]
pythonpath = [
{listed}]
"""


def _as_json(value: Any) -> str:
    return json.dumps(value, indent=2) + "\n"
