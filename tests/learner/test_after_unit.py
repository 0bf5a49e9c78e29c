"""Commands that are shown after a unit."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from places import COURSE

from grader.learner.after_unit import payoff_lines, shell_lines
from grader.learner.folder import Workspace


@pytest.mark.slow
def test_two_commands_that_print_the_same_are_said_to_and_shown_once(tmp_path: Path) -> None:
    unit = COURSE.units[0]
    assert unit.then
    command = 'learn generate "Mia is" --temperature 0 --max-tokens 1'
    equal = unit._replace(then=unit.then._replace(command=f"{command} --seed 0", beside=command))
    shown = payoff_lines(equal, Workspace(tmp_path), None, 80)
    assert shown == [f"$ {command}", "", f"$ {command} --seed 0", " happy", "", "Both print the same.", ""]


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
