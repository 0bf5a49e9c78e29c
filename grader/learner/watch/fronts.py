"""Two ways to show a watch: a whole window that is drawn anew, and plain lines that are only ever added."""

from __future__ import annotations

import sys
import textwrap

from grader.learner.watch.full_screen import FullScreen
from grader.learner.watch.look import Look
from grader.learner.watch.watch_views import State, body, footer, header

MAX_COLUMNS = 100
"""Longer lines are hard to read."""
ROWS_WITH_GAPS = 16
"""From this height on, empty lines separate the header and the keys."""
PLAIN_COLUMNS = 80
PLAIN_ROWS = 1000


class Window:
    """A watch as the whole window: header, body, keys."""

    def __init__(self, screen: FullScreen, look: Look) -> None:
        self._screen = screen
        self._look = look

    def rows(self) -> int:
        """Return how many lines of the body fit."""
        rows = self._screen.size()[1]
        return max(1, rows - (6 if rows >= ROWS_WITH_GAPS else 4))

    def length(self, state: State) -> int:
        """Return how many lines the body has."""
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
        width = min(self._screen.size()[0], MAX_COLUMNS)
        state.rows = self.rows()
        notice = textwrap.wrap(state.notice, width)
        return [*(self._look.style(each, "notice") for each in notice), *body(state, self._look, width)]


class PlainLines:
    """A watch as text that is never redrawn: for screen readers, and where there is no terminal."""

    def __init__(self, look: Look, *, has_keys: bool, width: int = PLAIN_COLUMNS) -> None:
        self._look = look
        self._has_keys = has_keys
        self._width = width
        self._notice = ""

    def rows(self) -> int:
        """Return a number of lines that everything fits into."""
        return PLAIN_ROWS

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

    def _write(self, lines: list[str]) -> None:
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
