"""The estimates of difficulty and time: a formula of measured lengths, never of the clock."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import COURSE, ROOT

from grader.course.effort import Effort, estimate, hours, solution_size

FUNCTION = '''\
"""A docstring."""

import numpy as np


def double(x):
    """Return twice x."""
    return 2 * x
'''


def test_the_length_of_a_solution_counts_statements_and_expressions(tmp_path: Path) -> None:
    path = tmp_path / "double.py"
    path.write_text(FUNCTION, "utf-8")
    assert solution_size(path) == 5  # def, return, the product, 2, x


@pytest.mark.parametrize("text", ["def double(:\n", "a\0b"])
def test_a_solution_that_is_no_python_has_no_length(tmp_path: Path, text: str) -> None:
    (tmp_path / "double.py").write_text(text, "utf-8")
    assert solution_size(tmp_path / "double.py") == solution_size(tmp_path / "missing.py") == 0


@pytest.mark.parametrize(
    ("words", "points", "size", "expected"),
    [
        (0, 0, 0, Effort(1, 5, 10)),
        (240, 12, 59, Effort(1, 10, 20)),  # 4 + 7.4 + 3 = 14.4 minutes
        (240, 12, 60, Effort(2, 10, 20)),
        (480, 16, 150, Effort(3, 20, 40)),  # 8 + 18.75 + 4 = 30.75 minutes
    ],
)
def test_the_estimate_follows_the_formula(words: int, points: int, size: int, expected: Effort) -> None:
    assert estimate("word " * words, points, size) == expected


@pytest.mark.slow
def test_the_estimates_of_the_course_spread_and_the_readme_says_their_sum() -> None:
    efforts = [COURSE.effort(each) for each in COURSE.exercise_ids]
    assert {each.level for each in efforts} == {1, 2, 3}
    assert max(each.most for each in efforts) <= 150
    if (ROOT / "README.md").is_file():
        assert f"The course takes about {hours(efforts)}." in (ROOT / "README.md").read_text("utf-8")
