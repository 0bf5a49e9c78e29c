"""Settings for editors: what they say, that files find one another with them, and that nothing is overwritten."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from places import ROOT
from workplace import Workplace

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
def test_settings_that_are_there_stay_as_they_are(workspace: Workplace) -> None:
    mine = workspace.write(".vscode/settings.json", "{}")
    out = workspace.learn("init", ".", "--editor").out
    assert mine.read_text("utf-8") == "{}"
    assert ".vscode/settings.json was there already and is as it was" in out
    assert "Settings for editors" not in workspace.learn("init", ".", "--editor").out


def test_editor_is_refused_for_a_starter(workspace: Workplace) -> None:
    ran = workspace.learn("init", ".", "--ci", "github", "--editor")
    assert (ran.code, "leave it out with --ci" in ran.err) == (2, True)
