"""A command in tmux, a real terminal: what a person reads there, with the last column as tmux has it."""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

SECONDS = 300.0


class Tmux:
    """A server of tmux of its own with one window, in which a command runs."""

    def __init__(self, folder: Path, *command: str, columns: int, rows: int, **environment: str) -> None:
        self._server = ("tmux", "-L", f"learn-{os.getpid()}-{folder.name}", "-f", os.devnull)
        variables = [f"{name}={value}" for name, value in environment.items()]
        typed = shlex.join(["env", *variables, *command])
        size = ("-x", str(columns), "-y", str(rows))
        self._tell("new-session", "-d", *size, "-c", str(folder), typed)

    def _tell(self, *words: str) -> str:
        return subprocess.run([*self._server, *words], check=True, capture_output=True, text=True).stdout

    @property
    def text(self) -> str:
        """Return what the window shows; nothing if the command has ended."""
        with contextlib.suppress(subprocess.CalledProcessError):
            return self._tell("capture-pane", "-p")
        return ""

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self._tell("send-keys", *keys)

    def wait_for(self, *words: str) -> str:
        """Wait until the window shows all words; return what it shows."""
        deadline = time.monotonic() + SECONDS
        while not all(word in (text := self.text) for word in words):
            assert time.monotonic() < deadline, f"no {words} in:\n{text}"
            time.sleep(0.05)
        return text

    def close(self) -> None:
        """End the server and the command."""
        subprocess.run([*self._server, "kill-server"], check=False, capture_output=True)


@contextlib.contextmanager
def in_tmux(folder: Path, *command: str, columns: int = 80, rows: int = 24, **environment: str) -> Iterator[Tmux]:
    """Run a command in tmux, and end it afterwards."""
    made = Tmux(folder, *command, columns=columns, rows=rows, **environment)
    try:
        yield made
    finally:
        made.close()
