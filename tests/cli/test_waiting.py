"""A line on a terminal while a command takes long: it comes after a while, goes at the end, and is nowhere else."""

from __future__ import annotations

import io
import signal
import threading

import pytest
from systems import posix_only

from grader.cli.terminal import waiting

pytestmark = posix_only("Windows has no timers")


class Terminal(io.StringIO):
    """Text written to a terminal; `event` is set as soon as there is some."""

    def __init__(self) -> None:
        super().__init__()
        self.event = threading.Event()

    def isatty(self) -> bool:
        """Say that this is a terminal."""
        return True

    def write(self, text: str) -> int:
        """Keep the text."""
        count = super().write(text)
        self.event.set()
        return count


def test_the_line_comes_after_a_while_and_is_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with waiting("Writing", 0.001):
        assert terminal.event.wait(300)
    assert terminal.getvalue() == "Writing …\r         \r"


def test_a_file_gets_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", file := io.StringIO())
    handler = signal.getsignal(signal.SIGALRM)
    with waiting("Writing", 0.001):
        assert signal.getsignal(signal.SIGALRM) == handler
    assert file.getvalue() == ""
