"""Lay out two vectors as pairs of bars, one pair for each number, for a drawing in SVG."""

from __future__ import annotations

from typing import NamedTuple

from grader.core.result import Vectors

MOST = 40
"""The most pairs drawn; of longer vectors, those around the first difference."""
STEP, BAR, HEIGHT = 16, 6, 72
"""Widths of a pair and of a bar, and the height of the scale, in pixels."""


class Bar(NamedTuple):
    """A bar: its left edge, its top and its height."""

    x: int
    y: float
    height: float


class BarPairs(NamedTuple):
    """A drawing: the bars of both vectors, the line of zero, and the middle of the pair that differs first."""

    width: int
    zero: float
    got: tuple[Bar, ...]
    expected: tuple[Bar, ...]
    mark: int


def bar_pairs(vectors: Vectors) -> BarPairs:
    """Return the drawing of two vectors of one length, on one scale that includes 0."""
    count = min(len(vectors.expected), MOST)
    start = min(max(0, vectors.first - count // 2), len(vectors.expected) - count)
    got, expected = (row[start : start + count] for row in (vectors.got, vectors.expected))
    low, high = min(0.0, *got, *expected), max(0.0, *got, *expected)
    span = high - low or 1.0

    def pixels(length: float) -> float:
        return round(length / span * HEIGHT, 1)

    def bars(numbers: tuple[float, ...], shift: int) -> tuple[Bar, ...]:
        return tuple(
            Bar(STEP * place + shift, pixels(high - max(number, 0.0)), pixels(abs(number)))
            for place, number in enumerate(numbers)
        )

    middle = STEP * (vectors.first - start) + BAR + 1
    return BarPairs(STEP * count, pixels(high), bars(got, 1), bars(expected, BAR + 2), middle)
