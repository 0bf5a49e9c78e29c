"""The rooms that decide a grade need no other: without those, the tests of the core are green."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from places import ROOT

ROOMS = [f"tests/{room}" for room in ("child", "core", "files", "checks", "course", "sandbox", "grading")]
OTHERS = (
    "grader/learner/watch",
    "grader/questions",
    "grader/classes",
    "grader/authoring",
    "grader/notebook",
    "flashcards",
)
"""Rooms that the copy does not have; the site is a part of authoring."""
COPIED = ("grader", "solutions", "exercises", "tests", "docs", "token_by_token.py", "pyproject.toml")


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="git lists the files of a checkout")
def test_the_tests_of_the_core_are_green_without_the_other_rooms() -> None:
    with tempfile.TemporaryDirectory(prefix="core-") as folder:  # a path with pytest's name is what one test looks for
        copy_core(Path(folder))
        ran = run_in(Path(folder), "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *ROOMS)
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-2000:]


def copy_core(folder: Path) -> None:
    """Copy the files that git knows, without those of the other rooms."""
    listed = subprocess.run(["git", "ls-files", "-z", *COPIED], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.split("\0")[:-1]:
        if not name.startswith(tuple(f"{other}/" for other in OTHERS)) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    # An installed one could be found otherwise.
    (folder / "flashcards.py").write_text("raise ImportError('the core imports no flashcards')\n", "utf-8")
    found = run_in(folder, "-c", "import grader; print(grader.__file__)")
    assert Path(found.stdout.strip()) == folder / "grader/__init__.py"


def run_in(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with the modules that are there."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
