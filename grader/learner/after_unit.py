"""After a unit: run what the learner's code can do now, and the same without it; then name the quiz on the unit."""

import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from grader.core.errors import UserError
from grader.core.escape import lines
from grader.course.course import Course, Unit
from grader.learner.folder import Workspace

if TYPE_CHECKING:
    from grader.questions.quiz.models import Quiz

SECONDS = 60.0
"""How long a command may take."""
SHELL_WORD = re.compile(r"""(?:--[\w-]+ (?!-))?(?:"[^"]*"|'[^']*'|\S)+""")
"""A word of a command, with what is quoted in it, or an option with its value."""


class DemoRun(NamedTuple):
    """A command that was run, and what it printed."""

    command: str
    printed: str


def payoff_lines(unit: Unit, workspace: Workspace, course_folder: str | None, width: int) -> list[str]:
    """Run the two commands of a finished unit, and return them with what they print."""
    assert unit.then is not None
    commands = [command for command in (unit.then.beside, unit.then.command) if command]
    runs = _runs(commands, workspace, course_folder, width)
    are_equal = len(runs) > 1 and len({run.printed for run in runs}) == 1
    shown: list[str] = []
    for run in runs:
        is_shown = not are_equal or run is runs[-1]
        shown += [*shell_lines(f"$ {run.command}", width), *(lines(run.printed) if is_shown else ()), ""]
    return [*shown, "Both print the same.", ""] if are_equal else shown


def _runs(commands: list[str], workspace: Workspace, course_folder: str | None, width: int) -> list[DemoRun]:
    """Run commands of ours at the same time."""
    place = ["--course", course_folder] if course_folder else []
    environment = {**os.environ, "COLUMNS": str(width), "PYTHONUTF8": "1"}
    started = [
        subprocess.Popen(
            [sys.executable, "-P", "-m", "grader", *shlex.split(command)[1:], *place],
            cwd=workspace.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        for command in commands
    ]
    return [DemoRun(command, _printed(process)) for command, process in zip(commands, started, strict=True)]


def _printed(process: subprocess.Popen[str]) -> str:
    """Return what a command prints, or why it failed; end it when its time is up."""
    try:
        out, err = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return f"(no end after {SECONDS:g} s)"
    return (err if process.returncode else out).strip("\n")


def shell_lines(command: str, width: int) -> list[str]:
    """Return a command of a shell as lines of at most a width, where its words allow that; all but the last end with ` \\`."""
    lines: list[str] = []
    for word in SHELL_WORD.findall(command):
        if lines and len(lines[-1]) + len(word) + 3 <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(f"    {word}" if lines else word)
    return [*(f"{line} \\" for line in lines[:-1]), *lines[-1:]]


def quiz_command(course: Course, unit: Unit) -> tuple[str, int] | None:
    """Return the command for the quiz that has most questions on a unit, and their number; None if there is none."""
    counts = Counter({
        quiz.id: sum(question.unit == unit.id for question in quiz.questions) for quiz in _quizzes(course)
    })  # fmt: skip
    (name, count), *_ = counts.most_common(1) or [("", 0)]
    return (f"learn quiz {name} {unit.id}", count) if count else None


def _quizzes(course: Course) -> "list[Quiz]":
    # Takes long to import; a watch that only begins does without.
    from grader.questions.quiz.load import open_all

    try:
        return open_all(course)
    except UserError:  # a quiz that is not right is no news for a learner who has passed
        return []


def practice_lines(course: Course, unit: Unit) -> list[str]:
    """Return a line for the quiz on a unit; none if no quiz asks about it."""
    if not (found := quiz_command(course, unit)):
        return []
    command, count = found
    return [f"{count} questions on this unit: {command}"]
