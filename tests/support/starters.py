"""Starter repositories for tests: an assignment, and the programs that judge what is in one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.authoring.starter import place
from grader.authoring.starter.install import InstallSource
from grader.authoring.starter.recipe import Assignment, starter_files
from grader.course.course import Course

BIN = Path(sys.executable).parent
WORKFLOWS = {"github": ".github/workflows/learn.yml", "classroom": ".github/workflows/classroom.yml"}
needs_bash = pytest.mark.skipif(
    shutil.which("bash") is None or shutil.which("git") is None or os.name != "posix", reason="bash and git are needed"
)


ENTROPY_WRONG = "import numpy as np\n\n\ndef entropy_bits(p):\n    return float(-(p * np.log(p)).sum())\n"
PUBLISHED = InstallSource("token-by-token==1.2.3")


def assignment(course: Course, *names: str, source: InstallSource = PUBLISHED) -> Assignment:
    """Return an assignment of exercises given by name; of all, if none is given."""
    return Assignment(course, [course.find(name) for name in names] or course.exercise_ids, source)


def push(folder: Path, recipe: str, course: Course) -> Path:
    """Publish a starter, push as a learner with one function right and one wrong, and return a fresh clone of that."""
    starter, learner, clone = (folder / each for each in ("starter", "learner", "clone é"))
    place.place({starter: starter_files(recipe, assignment(course, "softmax_by_hand", "entropy"))})
    git(starter, "init", "-q")
    git(starter, "add", ".")
    git(starter, "commit", "-q", "-m", "starter")
    git(folder, "clone", "-q", str(starter), str(learner))
    (learner / "exercises/scores/entropy.py").write_text(ENTROPY_WRONG, "utf-8")
    shutil.copy(course.content.solutions / "scores/softmax_by_hand.py", learner / "exercises/scores/softmax_by_hand.py")
    git(learner, "commit", "-q", "-a", "-m", "mine")
    git(folder, "clone", "-q", str(learner), str(clone))
    return clone


def linter(name: str) -> str:
    """Return a program that judges workflows, or skip."""
    found = shutil.which(name, path=os.pathsep.join([str(BIN), os.environ.get("PATH", "")]))
    return found or pytest.skip(f"{name} is not installed")


def git(folder: Path, *arguments: str) -> None:
    """Run git with a name to commit under."""
    settings = ["-c", "user.name=Ada", "-c", "user.email=ada@localhost", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *settings, *arguments], cwd=folder, check=True, capture_output=True)


def bash(script: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a step as GitHub's runner does, with the variables of a step and no others."""
    environment = {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder.parent), **variables}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)


def environment_in(folder: Path) -> None:
    """Let a folder pass for a virtual environment in which everything is installed that is installed here."""
    python = folder / "bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\nexec '{sys.executable}' \"$@\"\n", "utf-8")
    python.chmod(0o755)
