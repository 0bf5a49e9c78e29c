"""The autograder for Gradescope: its bytes, and its script run as Gradescope would, on folders of this machine."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from workplace import TINY

from grader.authoring.starter.gradescope_zip import build
from grader.authoring.starter.install import InstallSource

BASH = shutil.which("bash")
needs_bash = pytest.mark.skipif(BASH is None, reason="there is no bash to run the scripts")
PUBLISHED = {"requirements.txt": b"token-by-token==1.2.3\n"}
RIGHT = "def total(numbers):\n    return sum(numbers)\n"


def files_of(packed: bytes) -> dict[str, bytes]:
    """Unpack in memory."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def tiny_course() -> dict[str, bytes]:
    """Return the files of the tiny course."""
    return {
        path.relative_to(TINY).as_posix(): path.read_bytes()
        for path in sorted(TINY.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_same_autograder_has_the_same_bytes() -> None:
    assert build(PUBLISHED, course=tiny_course()) == build(PUBLISHED, course=dict(reversed(tiny_course().items())))


def test_both_scripts_are_at_the_root_and_can_be_run() -> None:
    with zipfile.ZipFile(io.BytesIO(build(PUBLISHED))) as archive:
        modes = {entry.filename: oct(entry.external_attr >> 16) for entry in archive.infolist()}
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert modes == {"requirements.txt": "0o644", "run_autograder": "0o755", "setup.sh": "0o755"}


def test_it_installs_one_version_or_the_package_that_is_packed() -> None:
    packed = files_of(build(InstallSource("./token_by_token-1.2.3-py3-none-any.whl", b"PK").files))
    assert '"$here/venv/bin/python" -r requirements.txt\n' in packed["setup.sh"].decode()
    assert packed["requirements.txt"] == b"-c constraints.txt\n./token_by_token-1.2.3-py3-none-any.whl\n"
    assert packed["token_by_token-1.2.3-py3-none-any.whl"] == b"PK"


def test_what_counts_is_in_the_command_and_quoted() -> None:
    script = files_of(build(PUBLISHED, exercises=["scores/softmax", "a; rm -rf x"]))["run_autograder"].decode()
    assert "--confine strict --exercise scores/softmax --exercise 'a; rm -rf x' > " in script


@needs_bash
@pytest.mark.parametrize("name", ["setup.sh", "run_autograder"])
def test_bash_can_read_the_scripts(name: str) -> None:
    assert BASH
    script = files_of(build(PUBLISHED, exercises=["a b"], course=tiny_course()))[name]
    assert subprocess.run([BASH, "-n"], input=script, capture_output=True, check=False).stderr == b""


def run_autograder(
    folder: Path, course: dict[str, bytes], submission: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Do what Gradescope does: unpack the autograder, put the submission beside it, run the script."""
    assert BASH
    with zipfile.ZipFile(io.BytesIO(build(PUBLISHED, course=course))) as archive:
        archive.extractall(folder / "source")
    script = folder / "source/run_autograder"
    script.write_text(script.read_text().replace("--confine strict", "--confine none"))  # not every system can confine
    (folder / "submission").mkdir()
    for name, text in submission.items():
        (folder / "submission" / name).write_text(text)
    learn = folder / "venv/bin/learn"
    learn.parent.mkdir(parents=True)
    learn.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m grader "$@"\n')
    learn.chmod(0o755)
    environment = {**os.environ, "AUTOGRADER": str(folder)}
    return subprocess.run([BASH, str(script)], env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
@needs_bash
def test_the_script_writes_results_for_gradescope(tmp_path: Path) -> None:
    folder = tmp_path / "auto grader ü"
    folder.mkdir()
    ran = run_autograder(folder, tiny_course(), {"total.py": RIGHT, "notes.txt": "hello"})
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
    document = json.loads((folder / "results/results.json").read_text("utf-8"))
    tests = {test["name"]: test for test in document["tests"]}
    assert (document["score"], tests["Add numbers up: a sum"]["score"]) == (2, 2)
    assert {test["visibility"] for test in tests.values()} == {"visible"}
    assert sorted(path.name for path in (folder / "results").iterdir()) == ["results.json"]


@pytest.mark.slow
@needs_bash
def test_without_a_course_nobody_gets_a_grade_and_the_teacher_is_told_why(tmp_path: Path) -> None:
    ran = run_autograder(tmp_path, {"exercises/course.yaml": b"id: [", "solutions/x.py": b""}, {"total.py": RIGHT})
    assert ran.returncode != 0
    assert ran.stderr
    assert not (tmp_path / "results/results.json").exists()
