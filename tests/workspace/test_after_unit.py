"""Commands that are shown after a unit."""

from __future__ import annotations

import shlex

from grader.workspace.after_unit import shell_lines


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
