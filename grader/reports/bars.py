"""Two vectors of numbers as bars, one above the other, with a mark at the first number that differs."""

from __future__ import annotations

from grader.core.result import Vectors

EIGHTHS = "▁▂▃▄▅▆▇█"
NOTHING = "·"
"""A number that is as low as the scale begins."""

ROUNDING = 1e-9
"""So that 0.3 of 0.4 is 6 eighths, and not a hair less."""


def bar_lines(vectors: Vectors, width: int) -> list[str]:
    """Return three lines of at most `width` columns: what came back, what was expected, a mark.

    Both have one scale, which includes 0. Of vectors that are too long, the part around the mark is drawn.
    """
    room = width - len(TITLES[0])
    numbers = len(vectors.expected)
    step = 2 if 2 * numbers <= room else 1
    shown = min(numbers, room // step)
    start = min(max(0, vectors.first - shown // 2), numbers - shown)
    low, high = min(0.0, *vectors.got, *vectors.expected), max(0.0, *vectors.got, *vectors.expected)
    gap = " " * (step - 1)
    rows = [
        title + gap.join(_bar(number, low, high) for number in row[start : start + shown])
        for title, row in zip(TITLES, (vectors.got, vectors.expected), strict=True)
    ]
    return [*rows, " " * (len(TITLES[0]) + step * (vectors.first - start)) + "^"]


TITLES = ("gives    ", "expected ")


def _bar(number: float, low: float, high: float) -> str:
    if not low < high or number <= low:
        return NOTHING
    return EIGHTHS[min(7, int(8 * (number - low) / (high - low) + ROUNDING))]
