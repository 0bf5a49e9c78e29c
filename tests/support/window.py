"""A terminal window of a given size, with a command in it, as a person sees it: a pty, and pyte to draw it."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyte

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

SECONDS = 300.0
"""After this, it hangs: no limit for a busy machine."""


class Screen(pyte.Screen):
    """A screen whose cursor stays on the last column after a character there, as in real terminals: erasing takes it."""

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        """Erase in the cursor's line."""
        self._come_back()
        super().erase_in_line(how, private=private)

    def erase_in_display(self, how: int = 0, *args: Any, **named: Any) -> None:
        """Erase in the whole screen."""
        self._come_back()
        super().erase_in_display(how, *args, **named)

    def _come_back(self) -> None:
        self.cursor.x = min(self.cursor.x, self.columns - 1)


class Window:
    """A command in a terminal."""

    def __init__(self, folder: Path, *command: str, columns: int = 80, rows: int = 24, **environment: str) -> None:
        self.screen = Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.sent = b""
        """All that the command has written."""
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            try:
                os.chdir(folder)
                variables = {**os.environ, "TERM": "xterm-256color", **environment}
                os.execvpe(command[0], command, {name: value for name, value in variables.items() if value})
            finally:
                os._exit(127)
        self.settings = termios.tcgetattr(self.descriptor)
        self.resize(columns, rows)
        self.status: int | None = None

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    @property
    def text(self) -> str:
        """Return what the window shows."""
        return "\n".join(each.rstrip() for each in self.screen.display)

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self.descriptor, keys.encode())

    def read(self, seconds: float = 0.05) -> bool:
        """Read and draw what comes within some time; return False at the end."""
        with contextlib.suppress(OSError):  # Linux says so that the other side is closed
            if not select.select([self.descriptor], [], [], seconds)[0]:
                return True
            chunk = os.read(self.descriptor, 1 << 16)
            self.sent += chunk
            self._stream.feed(chunk)
            return bool(chunk)
        return False

    def wait_for(self, *words: str) -> str:
        """Wait until the window shows all words; return what it shows."""
        return self.wait_until(lambda: all(each in self.text for each in words), repr(words))

    def wait_until(self, is_true: Callable[[], bool], what: str = "it") -> str:
        """Wait until something is true; return what the window shows."""
        deadline = time.monotonic() + SECONDS
        while not is_true():
            assert self.read() or is_true(), f"ended without {what}:\n{self.text}"
            assert time.monotonic() < deadline, f"no {what} in:\n{self.text}"
        return self.text

    def end(self) -> int:
        """Wait for the command's end; return its exit code, or -signal."""
        deadline = time.monotonic() + SECONDS
        while self.status is None:
            self.read()
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            assert time.monotonic() < deadline, f"it does not end:\n{self.text}"
        while self.read(0.01) and time.monotonic() < deadline and select.select([self.descriptor], [], [], 0.01)[0]:
            pass
        return self.status

    def close(self) -> None:
        """End the command, whatever it does."""
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
        os.close(self.descriptor)

    def is_restored(self) -> bool:
        """Return whether the terminal's settings are as at first, and the command has undone each mode that it set."""
        modes = ("?1049", "?1007", "?2004")
        is_undone = all(self.sent.rfind(f"\x1b[{m}l".encode()) >= self.sent.rfind(f"\x1b[{m}h".encode()) for m in modes)
        has_cursor = self.sent.rfind(b"\x1b[?25h") >= self.sent.rfind(b"\x1b[?25l")
        wraps = self.sent.rfind(b"\x1b[?7h") >= self.sent.rfind(b"\x1b[?7l")
        return is_undone and has_cursor and wraps and termios.tcgetattr(self.descriptor) == self.settings
