"""Programs are found in the folders of PATH, never in the current folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from systems import posix_only

from grader.files import find_program as finding
from grader.files.find_program import find_program


def install(*places: Path) -> None:
    for place in places:
        place.parent.mkdir(exist_ok=True)
        place.write_text("#!/bin/sh\n")
        place.chmod(0o755)


@posix_only("modes say what can be executed")
def test_a_program_is_found_in_absolute_folders_of_path_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "here/git", tmp_path / "here/bin/git", tmp_path / "there/git")
    (tmp_path / "first/git").mkdir(parents=True)  # a folder
    (tmp_path / "there/plain").write_text("")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", "bin", str(tmp_path / "first"), str(tmp_path / "there")]))
    assert find_program("git") == str(tmp_path / "there/git")
    assert find_program("plain") is None
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", "bin"]))
    assert find_program("git") is None


def test_on_windows_it_has_one_of_the_endings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "here/git.exe", tmp_path / "there/code.cmd", tmp_path / "there/git.exe", tmp_path / "there/vi")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("PATH", str(tmp_path / "there"))
    monkeypatch.setenv("PATHEXT", os.pathsep.join([".exe", ".cmd"]))
    monkeypatch.setattr(finding.sys, "platform", "win32")
    found = [find_program(name) for name in ("git", "code", "vi")]
    assert found == [str(tmp_path / "there/git.exe"), str(tmp_path / "there/code.cmd"), None]
