"""Let several threads start learners' processes with one launcher."""

from __future__ import annotations

import threading
from typing import Any

from grader.sandbox.launcher import LaunchedProcess, Launcher


class SharedLauncher:
    """A launcher that starts and ends processes one after the other; they run at the same time."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher, self._lock = launcher, threading.Lock()
        self.layers, self.scratch = launcher.layers, launcher.scratch

    def start(self, settings: Any) -> LaunchedProcess:
        """Start a process."""
        with self._lock:
            return _SharedProcess(self._launcher.start(settings), self._lock)

    def close(self) -> None:
        """Do nothing: who opened the launcher closes it."""


class _SharedProcess:
    """A process whose end waits for its turn, too."""

    def __init__(self, process: LaunchedProcess, lock: threading.Lock) -> None:
        self._process, self._lock = process, lock
        self.channel = process.channel

    def interrupt(self) -> None:
        """Ask the process where it is."""
        with self._lock:
            self._process.interrupt()

    def end(self) -> int:
        """End the process; return its exit code or -signal."""
        with self._lock:
            return self._process.end()
