"""The dev container of a starter: its file keeps to the specification, and its commands lead to `learn watch`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from places import COURSE, ROOT
from starters import assignment
from systems import posix_only
from window import Window

from grader.authoring.starter import install
from grader.authoring.starter.recipe import starter_files
from grader.course.course import Course

FILE = ".devcontainer/devcontainer.json"
IMAGE = re.compile(r"mcr\.microsoft\.com/devcontainers/python:\d+(\.\d+)*-3\.\d+-[a-z]+")


@pytest.fixture(scope="module")
def course() -> Course:
    """Return the course that the package brings."""
    return COURSE


def test_the_file_pins_its_image_and_opens_a_file_that_is_there(course: Course) -> None:
    files = starter_files("github", assignment(course, "entropy"))
    found = json.loads(files[FILE])
    assert IMAGE.fullmatch(found["image"])
    for name in found["customizations"]["codespaces"]["openFiles"]:
        assert name in files


@pytest.mark.slow
@posix_only("a dev container is a Linux one")
@pytest.mark.skipif(not (ROOT / "pyproject.toml").is_file(), reason="the wheel is built from a checkout")
def test_the_commands_of_the_file_install_the_grader_and_start_learn_watch(course: Course, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    starter = tmp_path / "stärter"
    for name, content in starter_files("github", assignment(course, source=install.parse(str(wheel)))).items():
        (starter / name).parent.mkdir(parents=True, exist_ok=True)
        (starter / name).write_bytes(content)
    found = json.loads((starter / FILE).read_text("utf-8"))
    environment = container(tmp_path, found["remoteEnv"])

    for command in (found["postCreateCommand"], found["postAttachCommand"]):  # without an editor, both come to an end
        ran = subprocess.run(
            ["/bin/sh", "-c", command], cwd=starter, env=environment, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr

    window = Window(starter, "/bin/sh", "-c", found["postAttachCommand"], **environment, CODESPACES="true")
    try:
        window.wait_for(f"0 of {len(course.exercise_ids)}", "exercises/scores/softmax_by_hand.py")
        window.press("q")
        assert window.end() == 0
    finally:
        window.close()


def container(folder: Path, remote: dict[str, str]) -> dict[str, str]:
    """Return the environment of a container's user: a fresh Python, a home, and the packages that ours needs."""
    venv.create(folder / "python", with_pip=True, system_site_packages=True)  # so that `pip install --user` may
    home = folder / "home"
    home.mkdir()
    path = f"{folder / 'python/bin'}:/usr/bin:/bin"
    changed = remote["PATH"].replace("${containerEnv:PATH}", path).replace("/home/vscode", str(home))
    assert "$" not in changed
    return {
        "PATH": changed,
        "HOME": str(home),
        "PYTHONPATH": sysconfig.get_path("purelib"),  # what a container downloads; ours is an editable install there
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "TERM": "xterm-256color",
        "LANG": os.environ.get("LANG", "C.UTF-8"),
        "COLUMNS": "80",
    }
