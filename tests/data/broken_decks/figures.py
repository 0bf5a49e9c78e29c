"""Functions that the broken decks name in `figures:`; some of them do not do what they should."""

from __future__ import annotations

import math


def one() -> dict[str, str]:
    """Return one figure."""
    return {"top": "0.665"}


def two() -> dict[str, str | int]:
    """Return two figures."""
    return {"top": "0.665", "places": 3}


def fails() -> dict[str, float]:
    """Fail as a function with a mistake does."""
    return {"top": 1 / 0}


def returns_a_list() -> list[str]:
    """Return something that has no names."""
    return ["0.665"]


def infinite() -> dict[str, float]:
    """Return a number that nobody wants to read."""
    return {"top": math.inf}


def array() -> dict[str, list[float]]:
    """Return a value that is neither text nor a number."""
    return {"top": [0.665]}


def breaks_the_formula() -> dict[str, str]:
    """Return text that makes a formula unreadable."""
    return {"top": "{0.6"}
