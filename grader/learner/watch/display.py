"""Two ways to show a watch: the whole window, drawn anew on the terminal's other screen, and plain lines that are only added."""

import contextlib
import os
import re
import shutil
import sys
import textwrap
from typing import Any

from grader.core.escape import columns_of
from grader.learner.watch.key_rows import footer
from grader.learner.watch.state import ESCAPE, Look, State
from grader.learner.watch.views import body, header

if sys.platform != "win32":
    import termios
    import tty

ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?1007h\x1b[?2004h"
"""The other screen; no cursor; long lines are cut, not wrapped; the wheel scrolls; pasted text is marked."""
LEAVE = "\x1b[?2004l\x1b[?1007l\x1b[?7h\x1b[0m\x1b[?25h\x1b[?1049l"
BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"
"""Around a drawing, so that terminals which can show it at once."""
ROW = "\x1b[{number}H\x1b[K{row}\x1b[0m"
"""A row. It is erased first: after a text that fills it, the cursor is still on the last character, which would go, too."""


class KeyMode:
    """A terminal that passes keys on as they are pressed and shows none; `leave` restores its settings."""

    def __init__(self) -> None:
        self._before: Any = None

    def enter(self) -> None:
        """Have keys passed on at once. Ctrl-C and Ctrl-Z stay signals."""
        if sys.platform != "win32":
            descriptor = sys.stdin.fileno()
            self._before = termios.tcgetattr(descriptor)
            tty.setcbreak(descriptor, termios.TCSANOW)

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
        return shutil.get_terminal_size((80, 24))

    def draw(self, lines: list[str]) -> None:
        """Show lines from the top, as many as there are rows."""
        _, rows = self.size()
        shown = [*lines, *[""] * rows][:rows]
        text = "".join(ROW.format(number=number, row=row) for number, row in enumerate(shown, start=1))
        sys.stdout.write(f"{BEGIN}{text}{END}")
        sys.stdout.flush()


MAX_COLUMNS = 100
"""Longer lines are hard to read."""
ROWS_WITH_GAPS = 16
"""From this height on, empty lines separate the header and the keys."""
PLAIN_ROWS = 1000
PIECE = re.compile(f"{ESCAPE.pattern}|.")
"""A character, or a style, which takes no room."""


class Window:
    """A watch as the whole window: header, body, keys."""

    def __init__(self, screen: FullScreen, look: Look) -> None:
        self._screen = screen
        self._look = look

    def rows(self) -> int:
        """Return how many lines of the body fit."""
        rows = self._screen.size()[1]
        return max(1, rows - (6 if rows >= ROWS_WITH_GAPS else 4))

    def columns(self) -> int:
        """Return how wide a line of the body may be."""
        return min(self._screen.size()[0], MAX_COLUMNS)

    def length(self, state: State) -> int:
        return len(self._body(state))

    def show(self, state: State, *, is_new: bool) -> None:
        """Draw the window."""
        columns, rows = self._screen.size()
        width, gap = min(columns, MAX_COLUMNS), [""] if rows >= ROWS_WITH_GAPS else []
        text, fitting = self._body(state), self.rows()
        start = max(0, min(state.scroll, len(text) - fitting))
        page = text[start : start + fitting]
        below = len(text) - start - len(page)
        more = f"↓ {below} more" if below else ""
        padding = [""] * (fitting - len(page))
        foot = footer(state, self._look, width - len(more) - 2)
        if more:
            foot = f"{foot}  {self._look.style(more, 'dim')}"
        self._screen.draw([*header(state, self._look, width), *gap, *page, *padding, *gap, foot])

    def _body(self, state: State) -> list[str]:
        width = self.columns()
        state.rows = self.rows()
        notice = textwrap.wrap(state.notice, width)
        notice = [self._look.style(row, "notice") for row in notice]
        rows = [*notice, *([""] if notice else []), *body(state, self._look, width)]
        return [part for row in rows for part in _parts(row, width)]


def _parts(row: str, columns: int) -> list[str]:
    """Break a row that is wider than the window, such as a line of a learner's file: what is cut off cannot be read."""
    if len(row) <= columns and row.isascii():
        return [row]
    parts, style, used = [""], "", 0
    for piece in PIECE.findall(row):
        is_escape = piece.startswith("\x1b")
        style = piece if is_escape else style
        cells = 0 if is_escape else columns_of(piece)
        used += cells
        if used > columns:
            parts.append(style)
            used = cells
        parts[-1] += piece
    return parts


class PlainLines:
    """A watch as text that is never redrawn: for screen readers, and where there is no terminal."""

    def __init__(self, look: Look, *, has_keys: bool, width: int) -> None:
        self._look = look
        self._has_keys = has_keys
        self._width = width
        self._notice = ""

    def rows(self) -> int:
        return PLAIN_ROWS

    def columns(self) -> int:
        return self._width

    def length(self, state: State) -> int:
        """Return 0: nothing is scrolled."""
        return 0

    def show(self, state: State, *, is_new: bool) -> None:
        """Write a block after a verdict, or after a key that showed something else."""
        notice = [state.notice] if state.notice and (is_new or state.notice != self._notice) else []
        self._notice = state.notice
        if not is_new:
            if notice:
                self._write(notice)
            return
        state.rows = PLAIN_ROWS
        keys = [footer(state, self._look, self._width)] if self._has_keys else []
        self._has_keys = False  # once is enough; the key ? lists them
        title = header(state, self._look, self._width)
        self._write([*title, "", *notice, *body(state, self._look, self._width), *keys, ""])

    def echo(self, text: str) -> None:
        """Show what is typed."""
        sys.stdout.write(text)
        sys.stdout.flush()

    def _write(self, lines: list[str]) -> None:
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
