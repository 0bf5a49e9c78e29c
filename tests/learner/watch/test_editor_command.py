"""The command that opens a file in an editor."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.learner.watch.editor_command import editor_command

FILE = Path("my files/a.py")


@pytest.mark.parametrize(
    ("environment", "installed", "command"),
    [
        ({"VISUAL": "vim", "EDITOR": "nano"}, "", ["vim", "+7", str(FILE)]),
        ({"EDITOR": "code --wait"}, "", ["code", "--wait", "-g", f"{FILE}:7"]),
        ({"EDITOR": "'/opt/my ed/hx' -v"}, "", ["/opt/my ed/hx", "-v", f"{FILE}:7"]),
        ({"EDITOR": "ed 'open"}, "", ["ed 'open", str(FILE)]),
        ({"EDITOR": "unknown"}, "", ["unknown", str(FILE)]),
        ({"TERM_PROGRAM": "vscode"}, "code nano", ["code", "-g", f"{FILE}:7"]),
        ({"TERM_PROGRAM": "vscode"}, "vi", ["vi", "+7", str(FILE)]),
        ({"TERM_PROGRAM": "vscode", "EDITOR": "nano"}, "code", ["nano", "+7", str(FILE)]),
        ({}, "nano vi", ["nano", "+7", str(FILE)]),
        ({}, "notepad", ["notepad", str(FILE)]),
        ({}, "", None),
    ],
)
def test_the_editor_named_comes_first_and_gets_the_line(
    environment: dict[str, str], installed: str, command: list[str] | None
) -> None:
    which = dict.fromkeys(installed.split(), "/usr/bin/it").get
    assert editor_command(FILE, 7, environment, which) == command
