"""Render a comparison as one self-contained HTML page: no network, no other file.

page.js formats probabilities in the same way.
"""

import math
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from grader.core import escape
from grader.files import html_page

from .browser_model import HERE, SCRIPTS, browser_model, joined
from .measure import PromptComparison, Stage

SHOWN = 12
"""The number of tokens with a row of their own."""
OFF = 0
TOP_KS = (*range(1, 21), 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, OFF)
"""The positions of the top-k slider, from one token to all of them."""
END = "(end)"
SPACE = "␣"
JOINER = "\u200d"
"""The zero-width joiner, which makes one emoji of several; it is not escaped."""


class Cell(NamedTuple):
    """One bar: its length in percent, and the number beside it."""

    width: str
    text: str
    is_cut: bool


def percent(p: float) -> str:
    """Format a probability in percent: at most three digits, and 0 or 100 only if it is exact.

    Rounds halves up with JavaScript's arithmetic, so that page.js gets the same digits.
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
    """Return the bar of one token, or of several together, after a step; `before` is None for the first stage."""
    is_cut = after == 0 and bool(before)
    return Cell(f"{after * 100:.6g}%", "cut" if is_cut else percent(after), is_cut)


def bar_rows(stages: tuple[Stage, ...], shown: tuple[int, ...]) -> list[list[Cell]]:
    """Return a row of bars for each token shown, and a last one for all others together."""
    rest = np.ones(len(stages[0].p), bool)
    rest[list(shown)] = False
    chances = [[float(stage.p[token]) for stage in stages] for token in shown]
    chances.append([float(stage.p[rest].sum()) for stage in stages])
    return [[cell(row[place - 1] if place else None, p) for place, p in enumerate(row)] for row in chances]


def removed(before: Stage, after: Stage) -> str:
    """Return a sentence on what a step has removed."""
    gone = (before.p > 0) & (after.p == 0)
    name = after.title.capitalize()
    if after.step == "temperature" and len(np.flatnonzero(after.p)) > 1:
        is_hotter = after.p.max() < before.p.max()
        return f"{name} removes nothing, but {'flattens' if is_hotter else 'sharpens'} the differences."
    if after.step == "penalties":
        is_used = bool((before.p != after.p).any())
        return f"{name} removes nothing, {'but lowers tokens of the prompt' if is_used else 'and counts generated tokens only'}."
    if not gone.any():
        return f"{name} removes nothing here."
    count, share = int(gone.sum()), f"{percent(float(before.p[gone].sum()))}\u202f%"
    if count == 1:
        return f"{name} removes 1 token, which had {share}."
    return f"{name} removes {count} tokens, which had {share} together."


def token_name(value: bytes) -> str:
    """Return a token with visible spaces and line ends, and with bytes that are not text escaped."""
    if not value:
        return END
    try:
        text = value.decode()
    except UnicodeDecodeError:
        return "".join(f"\\x{byte:02x}" if byte > 126 or byte < 33 else chr(byte) for byte in value)
    return escape.line(text.replace("\n", "⏎").replace("\t", "⇥")).replace(" ", SPACE)


def prose(text: str) -> str:
    """Return a text with its line ends; every other unprintable character is escaped."""
    joined = [JOINER.join(map(escape.line, line.split(JOINER))) for line in text.replace("\r\n", "\n").split("\n")]
    return "\n".join(joined)


def render(comparison: PromptComparison) -> bytes:
    """Return the page as UTF-8; it has a prompt box and draws texts."""
    style, script = html_page.face(HERE / "page.css"), joined([*SCRIPTS, "page.js", "draw.js"])
    shown = comparison.ranked[:SHOWN]
    text = html_page.page(
        HERE,
        "page.html",
        style,
        script,
        comparison=comparison,
        title=escape.line(comparison.prompt),
        names=[token_name(comparison.tokens[token]) for token in shown],
        others=len(comparison.logits) - len(shown),
        filters={"prose": prose, "rows": partial(bar_rows, shown=shown), "position": TOP_KS.index},
        dials=_dials(comparison),
        pairwise=pairwise,
        removed=removed,
        data={
            "logits": comparison.logits.tolist(),
            "shown": shown,
            "topKs": TOP_KS,
            "names": {token: token_name(comparison.tokens[token]) for token in comparison.ranked},
            "prompt": comparison.prompt,
        },
        model=browser_model(),
        top_k_off=TOP_KS.index(OFF),
    )
    return text.encode()


def _dials(comparison: PromptComparison) -> tuple[Stage, ...]:
    """Return the columns below the sliders in their first state: the model's own probabilities in all five."""
    own = comparison.groups[0][1][0].stages[0]
    titles = {"model": "model", "temperature": "T\u2009=\u20091"}
    titles |= {step: f"{step} off" for step in ("top-k", "top-p", "min-p")}
    return tuple(Stage(step, title, own.p) for step, title in titles.items())
