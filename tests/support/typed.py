"""A command in a terminal: what is typed, and what stands on the screen."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

DEADLINE = 300.0
AGAIN = 3.0
"""Seconds until Ctrl-C is pressed, or a signal is sent, again: Python's line editor misses one that comes just before it begins
to wait for a key."""
IN_TERMINAL = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # else Ctrl-C would be a character, and no signal
from grader.cli import main
sys.exit(main())
"""


class Typed:
    """A command that runs in a terminal of its own, whose Ctrl-C is the keyboard's."""

    def __init__(self, *arguments: str, folder: Path, environment: dict[str, str]) -> None:
        self._ours, theirs = pty.openpty()
        self.settings = termios.tcgetattr(theirs)
        self._theirs = theirs
        self.process = subprocess.Popen(
            [sys.executable, "-c", IN_TERMINAL, *arguments],
            cwd=folder,
            env={**os.environ, **environment, "TERM": "xterm"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        self.text = ""

    def __enter__(self) -> Typed:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._ours)
        os.close(self._theirs)

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self._ours, text.encode())

    def until(self, text: str, seconds: float = DEADLINE) -> str:
        """Wait until a text appears; return all that came before it, and forget it."""
        deadline = time.monotonic() + seconds
        while text not in self.text:
            if not self._read(deadline - time.monotonic()):
                raise AssertionError(f"{text!r} did not come; the screen: {self.text!r}")
        before, _, self.text = self.text.partition(text)
        return before

    def end(self) -> int:
        """Wait for the end of the command; return its exit code."""
        deadline = time.monotonic() + DEADLINE
        while self.process.poll() is None and time.monotonic() < deadline:
            self._read(0.05)
        while self._read(0.05):
            pass
        return self.process.wait(timeout=300)

    def is_as_before(self) -> bool:
        """Return whether the terminal has the settings that it had at the start."""
        now: list[Any] = termios.tcgetattr(self._theirs)
        return now == self.settings

    def interrupt(self, text: str) -> str:
        """Press Ctrl-C until a text appears; return all that came before it, and forget it."""
        deadline = time.monotonic() + DEADLINE
        while True:
            self.type("\x03")
            try:
                return self.until(text, min(AGAIN, deadline - time.monotonic()))
            except AssertionError:
                if time.monotonic() > deadline:
                    raise

    def terminate(self) -> None:
        """Send SIGTERM until the command has ended."""
        for _ in range(int(DEADLINE / AGAIN)):
            self.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(AGAIN)
                return

    def _read(self, seconds: float) -> bool:
        if not select.select([self._ours], [], [], max(0.0, seconds))[0]:
            return False
        with contextlib.suppress(OSError):
            part = os.read(self._ours, 1 << 16)
            self.text += part.decode("utf-8", "replace").replace("\r\n", "\n")
            return bool(part)
        return False
