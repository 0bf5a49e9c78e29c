"""Settings for editors: what they say, that files find one another with them, and that nothing is overwritten."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from places import ROOT
from workplace import Workplace

if sys.platform != "win32":
    from typed import Typed

from grader.course import find
from grader.course.course import Course

ATTENTION = "from softmax_stable import softmax\n\nprint(softmax([0.0]))\n"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder for the whole course, with a space and an umlaut in its path."""
    folder = tmp_path / "mein Kürs"
    folder.mkdir()
    return Workplace(folder, monkeypatch, capsys, course=ROOT)


@pytest.mark.slow
def test_a_file_that_imports_one_of_another_unit_runs_with_the_editor_s_settings(workspace: Workplace) -> None:
    assert "Settings for editors: .vscode/settings.json" in workspace.learn("init", ".", "--editor").out
    workspace.write("exercises/scores/softmax_stable.py", "def softmax(logits):\n    return 'mine'\n")
    path = workspace.write("exercises/cache/causal_attention.py", ATTENTION)
    settings = json.loads((workspace.folder / ".vscode/settings.json").read_text("utf-8"))
    system = {"darwin": "osx", "win32": "windows"}.get(sys.platform, "linux")
    paths = settings[f"terminal.integrated.env.{system}"]["PYTHONPATH"]
    paths = paths.replace("${workspaceFolder}", str(workspace.folder))
    ran = subprocess.run(
        [sys.executable, str(path)],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("mine\n", "")
    units = {each.partition("/")[0] for each in Course(find(ROOT)).exercise_ids}
    folders = [f"exercises/{each}" for each in units]
    assert sorted(settings["python.analysis.extraPaths"]) == sorted(folders)
    project = tomllib.loads((workspace.folder / "pyproject.toml").read_text("utf-8"))["tool"]
    assert sorted(project["pyright"]["extraPaths"]) == sorted(project["pytest"]["ini_options"]["pythonpath"])


@pytest.mark.slow
def test_the_tasks_are_commands_of_ours(workspace: Workplace) -> None:
    workspace.learn("init", ".", "--editor")
    tasks = json.loads((workspace.folder / ".vscode/tasks.json").read_text("utf-8"))["tasks"]
    assert [workspace.learn(each["command"].split()[1], "--help").code for each in tasks] == [0] * len(tasks)


@pytest.mark.slow
def test_settings_that_are_there_stay_as_they_are(workspace: Workplace) -> None:
    mine = workspace.write(".vscode/settings.json", "{}")
    out = workspace.learn("init", ".", "--editor").out
    assert mine.read_text("utf-8") == "{}"
    assert ".vscode/settings.json was there already and is as it was" in out
    assert "Settings for editors" not in workspace.learn("init", ".", "--editor").out


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="terminals are driven by pty")
@pytest.mark.parametrize(("answer", "is_written"), [("", True), ("n", False)])
def test_at_a_terminal_init_asks(workspace: Workplace, answer: str, is_written: bool) -> None:
    with Typed("init", ".", folder=workspace.folder, environment=workspace.environment) as screen:
        screen.until("find one another? [Y/n]: ")
        screen.type(f"{answer}\n")
        assert screen.end() == 0
    assert (workspace.folder / ".vscode/settings.json").is_file() == is_written


@pytest.mark.parametrize("arguments", [(), ("--no-editor",)])
@pytest.mark.slow
def test_without_being_asked_nothing_is_written(workspace: Workplace, arguments: tuple[str, ...]) -> None:
    workspace.learn("init", ".", *arguments)
    assert not (workspace.folder / ".vscode").exists()
    assert not (workspace.folder / "pyproject.toml").exists()


def test_editor_is_refused_for_a_starter(workspace: Workplace) -> None:
    ran = workspace.learn("init", ".", "--ci", "github", "--editor")
    assert (ran.code, "leave it out with --ci" in ran.err) == (2, True)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="everybody may write there")
def test_a_folder_that_cannot_be_written_is_one_sentence(workspace: Workplace) -> None:
    workspace.learn("init", ".")
    workspace.folder.chmod(0o555)
    ran = workspace.learn("init", ".", "--editor")
    workspace.folder.chmod(0o755)
    assert (ran.code, "use --no-editor" in ran.err) == (3, True)


@pytest.mark.slow
def test_the_place_of_a_failure_becomes_a_problem_of_vs_code(workspace: Workplace) -> None:
    workspace.learn("init", ".", "--editor")
    workspace.write("exercises/scores/entropy.py", "def entropy_bits(probs):\n    return probs[100]\n")
    tasks = json.loads((workspace.folder / ".vscode/tasks.json").read_text("utf-8"))["tasks"]
    (rule,) = (task["problemMatcher"]["pattern"] for task in tasks if task["problemMatcher"])
    found = [
        match
        for line in workspace.learn("check", "entropy").out.splitlines()
        if (match := re.match(rule["regexp"], line))
    ]
    assert [(match[rule["file"]], match[rule["line"]]) for match in found] == [("exercises/scores/entropy.py", "2")]
