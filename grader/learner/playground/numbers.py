"""How the page writes chances, removals and tokens; page.js writes chances in the same way."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from grader.core import escape
from grader.learner.playground.measure import Stage

END = "(end)"
SPACE = "␣"
JOINER = "\u200d"
"""What makes one emoji of several; it is left as it is."""


@dataclass(frozen=True)
class Cell:
    """One bar: its length in percent, and the number beside it."""

    width: str
    text: str
    is_cut: bool


def percent(p: float) -> str:
    """Write a chance in percent: three digits at most, and never 0 or 100 for what is only close to it.

    Rounds halves up with the arithmetic that JavaScript has, so that page.js finds the same digits.
    """
    if p in (0, 1):
        return f"{p * 100:.0f}"
    if p < 0.0001:
        return "<0.01"
    if p < 0.01:
        return f"{math.floor(p * 10_000 + 0.5) / 100:.2f}"
    tenths = math.floor(p * 1000 + 0.5)
    return f"{tenths / 10:.1f}" if tenths < 1000 else ">99.9"


def cell(before: float | None, after: float) -> Cell:
    """Return the bar of one token, or of several together, after a step; before the first step there is nothing."""
    is_cut = after == 0 and bool(before)
    return Cell(f"{after * 100:.6g}%", "cut" if is_cut else percent(after), is_cut)


def rows(stages: tuple[Stage, ...], shown: tuple[int, ...]) -> list[list[Cell]]:
    """Return a row of bars for each token shown, and a last one for all others together."""
    rest = np.ones(len(stages[0].p), bool)
    rest[list(shown)] = False
    chances = [[float(stage.p[token]) for stage in stages] for token in shown]
    chances.append([float(stage.p[rest].sum()) for stage in stages])
    return [[cell(row[place - 1] if place else None, p) for place, p in enumerate(row)] for row in chances]


def removed(before: Stage, after: Stage) -> str:
    """Say in a sentence what a step has removed."""
    gone = (before.p > 0) & (after.p == 0)
    name = after.title.capitalize()
    if after.step == "temperature" and len(np.flatnonzero(after.p)) > 1:
        is_hotter = after.p.max() < before.p.max()
        return f"{name} removes nothing, but {'flattens' if is_hotter else 'sharpens'} the differences."
    if not gone.any():
        return f"{name} removes nothing here."
    count, share = int(gone.sum()), f"{percent(float(before.p[gone].sum()))}\u202f%"
    if count == 1:
        return f"{name} removes 1 token, which had {share}."
    return f"{name} removes {count} tokens, which had {share} together."


def token(value: bytes) -> str:
    """Write a token so that it can be seen: spaces and line ends as signs, what is no text as escapes."""
    if not value:
        return END
    try:
        text = value.decode()
    except UnicodeDecodeError:
        return "".join(f"\\x{byte:02x}" if byte > 126 or byte < 33 else chr(byte) for byte in value)
    return escape.line(text.replace("\n", "⏎").replace("\t", "⇥")).replace(" ", SPACE)


def prose(text: str) -> str:
    """Write a text with its line ends, and everything else that does not print as an escape."""
    joined = [JOINER.join(map(escape.line, line.split(JOINER))) for line in text.replace("\r\n", "\n").split("\n")]
    return "\n".join(joined)
