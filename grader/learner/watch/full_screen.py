"""The terminal as a whole window: the other screen, keys without Enter, and all as it was afterwards."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from typing import Any

if sys.platform != "win32":
    import termios

ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?1007h\x1b[?2004h"
"""The other screen; no cursor; long lines are cut, not wrapped; the wheel scrolls; pasted text is marked."""
LEAVE = "\x1b[?2004l\x1b[?1007l\x1b[?7h\x1b[0m\x1b[?25h\x1b[?1049l"
BEGIN, END = "\x1b[?2026h\x1b[H", "\x1b[J\x1b[?2026l"
"""Around a drawing, so that terminals which can show it at once."""


class KeyMode:
    """A terminal that passes keys on as they are pressed and shows none; `leave` restores its settings."""

    def __init__(self) -> None:
        self._before: Any = None

    def enter(self) -> None:
        """Have keys passed on at once. Ctrl-C and Ctrl-Z stay signals."""
        if sys.platform != "win32":
            descriptor = sys.stdin.fileno()
            self._before = termios.tcgetattr(descriptor)
            now = termios.tcgetattr(descriptor)
            now[3] &= ~(termios.ICANON | termios.ECHO)
            now[6][termios.VMIN], now[6][termios.VTIME] = 1, 0
            termios.tcsetattr(descriptor, termios.TCSANOW, now)

    def leave(self) -> None:
        """Restore the settings, if the terminal is still there."""
        if sys.platform != "win32" and self._before is not None:
            with contextlib.suppress(termios.error, OSError, ValueError):
                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)  # keys typed for the watch are not for the shell
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self._before)
            self._before = None


class FullScreen:
    """The terminal's other screen, drawn as a whole."""

    def __init__(self) -> None:
        self._keys = KeyMode()
        self.is_entered = False

    def enter(self) -> None:
        """Switch to the other screen."""
        if os.name == "nt":
            os.system("")  # makes the old console of Windows understand escape sequences
        self._keys.enter()
        self.is_entered = True
        sys.stdout.write(ENTER)
        sys.stdout.flush()

    def leave(self) -> None:
        """Switch back, with the terminal as it was; whatever of that fails, try the rest."""
        if self.is_entered:
            self.is_entered = False
            with contextlib.suppress(OSError, ValueError):
                sys.stdout.write(LEAVE)
                sys.stdout.flush()
            self._keys.leave()

    def size(self) -> tuple[int, int]:
        """Return the columns and rows."""
        with contextlib.suppress(OSError, ValueError):
            found = os.get_terminal_size(sys.stdout.fileno())  # not $COLUMNS: the window may have changed
            if found.columns and found.lines:
                return found.columns, found.lines
        return tuple(shutil.get_terminal_size((80, 24)))  # type: ignore[return-value]

    def draw(self, lines: list[str]) -> None:
        """Show lines from the top, as many as there are rows."""
        _, rows = self.size()
        text = "\r\n".join(f"{each}\x1b[0m\x1b[K" for each in lines[:rows])
        sys.stdout.write(f"{BEGIN}{text}{END}")
        sys.stdout.flush()
