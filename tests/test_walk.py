"""A learner's walk with the commands as processes: what has to work on every system, Windows and macOS among them."""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from places import COURSE_FOLDER

NAME = "softmax_by_hand"
WRONG = "import numpy as np\n\n\ndef softmax(logits):\n    powers = 2.0 ** logits\n    return powers / powers.sum()\n"
RIGHT = (COURSE_FOLDER / f"solutions/scores/{NAME}.py").read_text("utf-8")
LEARN = [sys.executable, "-P", "-m", "grader"]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of the commands: a cache of their own, and the shipped course."""
    cache = str(tmp_path_factory.mktemp("cache"))
    return {**os.environ, "LEARN_COURSE": "", "XDG_CACHE_HOME": cache, "PYTHONUTF8": "1"}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Path:
    """Return a new workspace, in a folder whose name has a space and letters beyond ASCII."""
    folder = tmp_path_factory.mktemp("walk")
    run(folder, environment, "init", "mein Kürs")
    return folder / "mein Kürs"


def run(folder: Path, environment: dict[str, str], *arguments: str, keys: str = "", code: int = 0) -> str:
    """Run a command to its end; return its output."""
    ran = subprocess.run(
        [*LEARN, *arguments],
        cwd=folder,
        env=environment,
        input=keys,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert ran.returncode == code, ran.stdout + ran.stderr
    return ran.stdout


def started(folder: Path, environment: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    """Start a command that does not end by itself."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*LEARN, *arguments], cwd=folder, env=environment, stdout=pipe, stdin=pipe, stderr=pipe, encoding="utf-8"
    )


def until(lines: Iterator[str], sign: str) -> str:
    """Return the first line with a sign."""
    seen = []
    for line in lines:
        seen.append(line)
        if sign in line:
            return line
    raise AssertionError(f"it ended without {sign!r}: {seen}")


def file(workspace: Path, source: str) -> None:
    """Write the learner's file."""
    (workspace / f"exercises/scores/{NAME}.py").write_text(source, "utf-8")


@pytest.mark.slow
def test_a_check_names_the_mistake_and_then_passes(workspace: Path, environment: dict[str, str]) -> None:
    file(workspace, WRONG)
    assert "The base of the powers is 2 instead of e" in run(workspace, environment, "check", NAME, code=1)
    file(workspace, RIGHT)
    assert "8 of 8 points" in run(workspace, environment, "check", NAME)


@pytest.mark.slow
def test_watch_grades_what_is_saved(workspace: Path, environment: dict[str, str]) -> None:
    file(workspace, WRONG)
    with started(workspace, environment, "watch", NAME) as process:
        assert process.stdout is not None
        until(process.stdout, "The base of the powers is 2")
        file(workspace, RIGHT)
        until(process.stdout, "8 of 8 points")
        process.kill()


@pytest.mark.slow
def test_the_server_continues_a_text(workspace: Path, environment: dict[str, str]) -> None:
    with started(workspace, environment, "serve", "--port", "0") as process:
        assert process.stdout is not None
        address = until(process.stdout, "Serving ").split(" at ")[1].split()[0]
        body = json.dumps({"model": "tiny", "prompt": "Once upon a time", "max_tokens": 3}).encode()
        request = urllib.request.Request(
            f"{address.rstrip('/')}/completions", body, headers={"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=300) as reply:
            assert json.load(reply)["usage"]["completion_tokens"] == 3
        process.kill()
