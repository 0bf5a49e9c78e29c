"""How a watch writes: styles, Markdown and code as the terminal can show them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from grader.core.result import Verdict

ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\]8;;[^\x1b]*\x1b\\)")
"""Characters that take no room on a screen."""


class Look(NamedTuple):
    """The functions that style texts; each returns its text unchanged where there are no styles.

    `style` takes a text and a role: bold, dim, good, bad, key, added, removed or chosen. `markdown` and `code` take a
    text and a width and return lines.
    """

    paint: Callable[[str, Verdict], str]
    style: Callable[[str, str], str]
    markdown: Callable[[str, int], list[str]]
    code: Callable[[str, int], list[str]]
    has_bar: bool = True
    has_links: bool = False

    def link(self, text: str, path: Path) -> str:
        """Return a text that opens a file when it is clicked, in terminals that can (OSC 8)."""
        return f"\x1b]8;;{path.absolute().as_uri()}\x1b\\{text}\x1b]8;;\x1b\\" if self.has_links else text

    def dimmed(self, lines: list[str]) -> list[str]:
        """Return lines in gray, without styles of their own."""
        return [self.style(ESCAPE.sub("", each), "dim") for each in lines]


def bar(done: int, of: int, cells: int) -> str:
    """Return a bar of `cells` characters, filled in proportion; full only when all is done."""
    filled = cells if done >= of else min(cells - 1, done * cells // max(1, of))
    return "█" * filled + "░" * (cells - filled)


def clipped(text: str, width: int) -> str:
    """Cut a text without styles to a width."""
    return text if len(text) <= width else f"{text[: max(0, width - 1)]}…"


def clipped_at_the_start(text: str, width: int) -> str:
    """Cut a path to a width; its end says more."""
    return text if len(text) <= width else f"…{text[len(text) - max(0, width - 1) :]}"
