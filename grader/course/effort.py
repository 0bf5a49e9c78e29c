"""Estimate the time and difficulty of an exercise, and the time of a course. No learner's time has been measured yet.

The estimate of an exercise, in minutes, is

    words of the task / 60  +  statements and expressions of the solution / 8  +  points / 4

that is, to read the task twice at 120 words a minute, to write and try the code, and for each rule that a check holds. The
order is measured (length of the solution, words, points), the three constants are assumed. So it is shown as a range
from two thirds to four thirds of it, in steps of five minutes. Difficulty is the length of the solution alone.
"""

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

WORDS_A_MINUTE, PARTS_A_MINUTE, POINTS_A_MINUTE = 60, 8, 4
LEAST, MOST = 2 / 3, 4 / 3
STEP = 5
"""Minutes are rounded to these."""
MIDDLE, HARD = 60, 150
"""The length of a solution from which an exercise has two dots, and three."""


class Effort(NamedTuple):
    """An estimate: the level, 1 to 3, and the least and most minutes."""

    level: int
    least: int
    most: int

    @property
    def dots(self) -> str:
        return "●" * self.level + "○" * (3 - self.level)

    @property
    def minutes(self) -> str:
        return f"{self.least}–{self.most} min"


def estimate(task: str, points: int, size: int) -> Effort:
    """Return the estimate of an exercise, from its task, its points and the length of its solution."""
    minutes = len(task.split()) / WORDS_A_MINUTE + size / PARTS_A_MINUTE + points / POINTS_A_MINUTE
    least = max(STEP, STEP * round(LEAST * minutes / STEP))
    most = max(least + STEP, STEP * round(MOST * minutes / STEP))
    return Effort(1 + (size >= MIDDLE) + (size >= HARD), least, most)


def hours(efforts: Iterable[Effort]) -> str:
    """Return the time of several exercises, such as `9 to 17 hours`."""
    estimates = list(efforts)
    minutes = sum(effort.least for effort in estimates), sum(effort.most for effort in estimates)
    least, most = (max(1, round(total / 60)) for total in minutes)
    return f"{least} to {most} hours" if least < most else f"{most} hour{'' if most == 1 else 's'}"


def solution_size(path: Path) -> int:
    """Return the number of statements and expressions in a Python file, without imports and docstrings; 0 without one."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):  # the gate reports a solution that is no Python
        return 0
    return _size(tree)


def _size(node: ast.AST) -> int:
    own = [part for part in ast.iter_child_nodes(node) if not _is_left_out(part)]
    return sum(isinstance(part, ast.stmt | ast.expr) + _size(part) for part in own)


def _is_left_out(node: ast.AST) -> bool:
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and type(node.value.value) is str
    return is_docstring or isinstance(node, ast.Import | ast.ImportFrom)
