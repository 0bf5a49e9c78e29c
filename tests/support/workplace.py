"""A folder to run `learn` in: within this process, where that is enough, or as a command of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest
from places import DATA

from grader.cli.main import run

TINY = DATA / "course"
CACHE = tempfile.TemporaryDirectory(prefix="learn-cache-", ignore_cleanup_errors=True)
"""One cache of parsed files for all tests of a process: an entry is named by a hash of what was parsed."""


class Ran(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str


class Workplace:
    """An empty folder, and the settings under which `learn` runs in it; the tiny course unless told otherwise."""

    def __init__(
        self, folder: Path, patch: pytest.MonkeyPatch, captured: pytest.CaptureFixture[str], course: Path | None = TINY
    ) -> None:
        self.folder = folder
        self._captured = captured
        self._patch = patch
        self.environment = {"XDG_CACHE_HOME": CACHE.name, "COLUMNS": "80", "NO_COLOR": "", "TERM": "xterm"}
        if course:
            self.environment["LEARN_COURSE"] = str(course)
        for name, value in self.environment.items():
            patch.setenv(name, value)
        for name in ("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
            patch.setenv(name, "")  # so that it is as before afterwards
            patch.delenv(name)
        patch.chdir(folder)

    def learn(self, *arguments: str) -> Ran:
        """Run a command line in this process."""
        self._captured.readouterr()
        code = run(arguments)
        return Ran(code, *self._captured.readouterr())

    def start(self, *arguments: str, **settings: str) -> subprocess.Popen[str]:
        """Start a command line as a process of its own."""
        return subprocess.Popen(
            [sys.executable, "-m", "grader", *arguments],
            cwd=self.folder,
            env={**os.environ, **self.environment, **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def command(self, *arguments: str, **settings: str) -> Ran:
        """Run a command line as a process of its own."""
        process = self.start(*arguments, **settings)
        out, err = process.communicate(timeout=300)
        return Ran(process.returncode, out, err)

    def on_a_terminal(self, *arguments: str, typed: str = "", **settings: str) -> str:
        """Run a command line on a terminal, with what is typed there, and return what it wrote."""
        import pty  # which Windows has not got

        ours, theirs = pty.openpty()
        os.write(ours, typed.encode())
        with subprocess.Popen(
            [sys.executable, "-m", "grader", *arguments],
            cwd=self.folder,
            env={**os.environ, **self.environment, "TERM": "xterm", **settings},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        ):
            os.close(theirs)
            written = b""
            try:
                while part := os.read(ours, 65536):
                    written += part
            except OSError:  # Linux says so at the end
                pass
        os.close(ours)
        return written.decode()

    def write(self, name: str, text: str) -> Path:
        """Write a learner's file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def solve(self, *names: str) -> None:
        """Write the solutions of exercises of the tiny course."""
        for name in names:
            self.write(f"exercises/small/{name}.py", (TINY / f"solutions/small/{name}.py").read_text("utf-8"))
