"""Wrong options beside the value of a variable or of a part of a line."""

from collections.abc import Sequence

import numpy as np

from grader.core.call import Value
from grader.questions.own_code.written import differ, value_text

MOST_WRONG = 3


def near_values(right: Value) -> list[Value]:
    """Return values that a slip by one or a factor gives, or one in the order, or a sum."""
    if type(right) in (int, float):
        return [right + 1, right - 1, right * 2, right - 2] if type(right) is int else [right + 1, right * 2, right / 2]
    if isinstance(right, np.ndarray) and right.ndim == 1 and right.dtype.kind == "f":
        return [right[::-1], np.cumsum(right), *([right / right.sum()] if 0 < right.sum() < np.inf else [])]
    if isinstance(right, np.ndarray) and right.ndim == 1 and right.dtype.kind == "b":
        return [~right, right[::-1], np.ones_like(right), np.zeros_like(right)]
    if isinstance(right, np.ndarray) and right.ndim == 1 and right.dtype.kind == "i":
        return [right[::-1], np.roll(right, 1), right + 1]
    return [right[:-1], right[1:], right[::-1]] if isinstance(right, list | tuple | str) else []


def is_argument(value: Value, given: Sequence[Value]) -> bool:
    """Return whether a value that is no number is one of those that were given."""
    return not isinstance(value, int | float) and any(not differ(value, one) for one in given)


def wrong_values(right: Value, given: Sequence[Value], others: Sequence[Value]) -> list[Value]:
    """Return wrong options of the right one's type; none if that cannot be written, or is an argument that is no number."""
    if not value_text(right) or is_argument(right, given):
        return []
    wrong: list[Value] = []

    def is_told(value: Value) -> bool:
        return any(not differ(value, one) for one in given)

    # Computed values of its length come first: beside arguments alone, or as the only one of its length, it is told by its looks.
    for value in sorted(others, key=lambda value: (_length(value) != _length(right), is_told(value))):
        if value_text(value) and _kind(value) == _kind(right) and all(differ(value, one) for one in (right, *wrong)):
            wrong.append(value)
    is_counted = _length(right) not in (0, 1) and all(_length(value) != _length(right) for value in wrong)
    return [] if is_counted or all(map(is_told, wrong)) else wrong[:MOST_WRONG]


def _kind(value: Value) -> tuple[type, str]:
    """Return the type of a value, and of what is in it: the only row of True and False is told by its looks."""
    items = (
        value.ravel().tolist() if isinstance(value, np.ndarray) else value if isinstance(value, list | tuple) else []
    )
    return type(value), type(items[0]).__name__ if len(items) else ""


def _length(value: Value) -> int | tuple[int, ...]:
    """Return the length of a value, or its shape; 0 of a number."""
    if isinstance(value, np.ndarray):
        return np.shape(value)
    return len(value) if isinstance(value, list | tuple | str) else 0
