"""Wrapped source means the same, and fits where it can be broken."""

from __future__ import annotations

import ast
import shlex

import pytest

from grader.course import find
from grader.course.course import Course
from grader.course.printed_solution import printed_solution
from grader.files.narrow_code import narrow, shell_lines

COURSE = Course(find())
CASES = {
    "a call breaks where the fewest brackets are open": (
        "result = function(first(1, 2), second(3, 4), third(5, 6))\n",
        "result = function(\n        first(1, 2),\n        second(3, 4),\n        third(5, 6))\n",
    ),
    "a comment goes above its line": (
        "    x = 1  # why this is one, at some length\n",
        "    # why this is one, at\n    # some length\n    x = 1\n",
    ),
    "within brackets the indentation stays": (
        "x = [\n    11111111, 22222222, 33333333,\n]\n",
        "x = [\n    11111111, 22222222,\n    33333333,\n]\n",
    ),
    "a hash in a text is no comment": ('x = ["# one two three", "four five"]\n', 'x = ["# one two three",\n        "four five"]\n'),
    "a value without brackets gets some": (
        "x = 11111111 + 22222222 + 33333333\n",
        "x = (\n    11111111 + 22222222\n    + 33333333\n)\n",
    ),
    "a statement without a value stays": ("del first_name, second_name, third\n", "del first_name, second_name, third\n"),
    "a docstring flows on": (
        'def f():\n    """One two three four five\n    six seven.\n\n    Args:\n        a: one two three four\n        b: two\n    """\n',
        'def f():\n    """One two three four\n    five six seven.\n\n    Args:\n        a: one two three\n            four\n        b: two\n    """\n',
    ),
    "no Python is left alone": ("this is no Python, and a long line\n", "this is no Python, and a long line\n"),
}  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), CASES.values(), ids=CASES)
def test_long_lines(source: str, expected: str) -> None:
    is_code = not source.startswith("    ")
    wrapped = narrow(source if is_code else f"if a:\n{source}", 28)
    assert wrapped == (expected if is_code else f"if a:\n{expected}")


@pytest.mark.parametrize("width", [40, 60, 80])
def test_every_solution_means_the_same(width: int) -> None:
    for exercise_id in COURSE.exercise_ids:
        source = printed_solution(COURSE, exercise_id)
        wrapped = narrow(source, width)
        assert _without_space(wrapped) == _without_space(source)
        if width == 80:
            assert sum(len(line) > width for line in wrapped.splitlines()) <= 1


def _without_space(source: str) -> str:
    """Return the tree of a source as text without white space, so that only docstrings may be wrapped."""
    return "".join(ast.dump(ast.parse(source)).replace("\\n", " ").split())


def test_a_command_is_broken_between_its_words_and_stays_the_same() -> None:
    command = """learn generate "The capital of France is" --mine --stop '{"a b":' --max-tokens 1"""
    lines = shell_lines(command, 40)
    assert lines == [
        'learn generate \\',
        '    "The capital of France is" --mine \\',
        """    --stop '{"a b":' --max-tokens 1""",
    ]  # fmt: skip
    assert shlex.split(" ".join(line.removesuffix("\\") for line in lines)) == shlex.split(command)
    assert shell_lines(command, 200) == [command]
