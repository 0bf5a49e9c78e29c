"""The README's sessions are real: every command shown prints what stands below it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from places import ROOT

from grader.cli.main import run

README = ROOT / "README.md"

pytestmark = pytest.mark.skipif(not README.is_file(), reason="the README is in the checkout only")


def sessions() -> list[tuple[str, str]]:
    """Return the commands of the README's console blocks with what they print."""
    blocks = re.findall(r"```console\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    return [(block.partition("\n")[0].removeprefix("$ "), block.partition("\n")[2]) for block in blocks]


@pytest.mark.parametrize(("command", "output"), sessions() if README.is_file() else [], ids=lambda text: text[:40])
def test_a_session_prints_what_the_readme_shows(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    assert command.startswith("learn ")
    run(shlex.split(command)[1:])
    assert capsys.readouterr().out == output


def test_the_session_shows_a_failing_check_and_its_named_mistake() -> None:
    command, output = sessions()[0]
    assert "learn check" in command
    assert "    Mistake: " in output


def test_the_two_commands_are_marked_for_continuous_integration() -> None:
    text = README.read_text("utf-8")
    for mark in ("<!-- first -->", "<!-- tests -->"):
        assert re.search(rf"{mark}\n```sh\n[^\n]+\n```", text), mark


def test_every_command_of_learn_is_in_the_readme() -> None:
    from grader.cli.main import learn

    text = README.read_text("utf-8")
    missing = [name for name in learn.commands or {} if f"learn {name}" not in text]
    assert not missing
    for name in ("init", "list", "show", "check", "hint", "solution", "status", "doctor", "grade", "author"):
        assert f"learn {name}" in text
