"""Check that drawn numbers separate the answers: no typical wrong answer near the right one or near another."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from grader.questions.numeric.rounding import NOTICEABLE, Values

APART = 3
"""The minimum distance of two different answers, in tolerances."""


def objection(right: Values, wrong: Mapping[str, Values], needed: tuple[float, ...], apart: tuple[float, ...]) -> str:
    """Return the reason why the numbers are not fit to ask for, or an empty text.

    Args:
        right: the right answer.
        wrong: what each typical mistake gives.
        needed: for each entry, how far a wrong answer must be from the right one.
        apart: for each entry, how far two wrong answers must be from each other, unless they are the same.
    """
    for name, values in wrong.items():
        if not is_apart(right, values, needed):
            return f"`{name}` gives nearly the right answer"
    for (one, mine), (other, theirs) in combinations(wrong.items(), 2):
        if not is_apart(mine, theirs, apart) and not is_same(mine, theirs):
            return f"`{one}` and `{other}` give nearly the same"
    return ""


def is_apart(one: Values, other: Values, distances: tuple[float, ...]) -> bool:
    """True if two answers differ in length, in a word, or in some number by more than its distance."""
    if len(one) != len(other) or any(isinstance(each, str) for each in one):
        return one != other
    return any(not near(mine, theirs, each) for mine, theirs, each in zip(one, other, distances, strict=True))


def is_same(one: Values, other: Values) -> bool:
    """True if two answers are equal up to floating-point error."""
    sizes = [1.0 if isinstance(each, str) else max(1.0, abs(each)) for each in one]
    return not is_apart(one, other, tuple(NOTICEABLE * size for size in sizes))


def near(one: float | str, other: float | str, distance: float) -> bool:
    """True if two entries are equal words, or numbers at most a distance apart."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return abs(one - other) <= distance
