"""Outcomes as options of a question: written in full, and clearly different."""

import ast
from collections.abc import Mapping, Sequence

import numpy as np

from grader.child.codec import Opaque
from grader.core.call import Ending, Outcomes, Value
from grader.core.formatting import literal, short

MAX_OPTION = 80
"""The longest text of an option."""
CLEAR = 0.02
"""How far two numbers must be apart, as a share of the larger one, so that rounding cannot make them equal."""
LEAST = 0.005
"""How far they must be apart in any case."""
SAME = 1e-9
"""How far apart the same number may be that was computed in two ways."""
SMALLEST = 1e-9
"""The smallest number that is asked about; one that is smaller is a rest of rounding, or memory that nobody has set."""
RAISES = "it raises"
EXCEPTIONS = ("ValueError", "IndexError", "KeyError", "ZeroDivisionError", "StopIteration")
"""The exceptions that an option may name; a TypeError or an AttributeError is hardly ever the question."""

OF_PYTHON = ("KeyError", "StopIteration", "ZeroDivisionError")
"""The names of them that numpy does not raise."""


def outcome_text(outcomes: Outcomes | None) -> str:
    """Return the outcome of a call's last step as text; empty if it makes no fair option."""
    if not outcomes:
        return ""
    last = outcomes[-1]
    if last.ending is Ending.RAISED and last.raised and last.raised.type_name in EXCEPTIONS:
        return f"{RAISES} {last.raised.type_name}"
    return value_text(last.value) if last.ending is Ending.RETURNED else ""


def whole_text(outcomes: Outcomes) -> str:
    """Return the outcome of a call's last step in full, however long; empty if it cannot be written down."""
    last = outcomes[-1]
    return literal(last.value) if last.ending is Ending.RETURNED and is_plain(last.value) else outcome_text(outcomes)


def value_text(value: Value) -> str:
    """Return a value as text; empty if it is long, no plain data, or not finite."""
    text = short(value) if is_plain(value) else ""
    return text if len(text) <= MAX_OPTION and "…" not in text else ""


def is_plain(value: Value) -> bool:
    """Return whether a value can be written down: finite numbers, texts, and containers of such.

    Sets in a list, as which an array of objects arrives, cannot.
    """
    if isinstance(value, Opaque):
        return False
    if isinstance(value, float | np.floating):
        return value == 0 or SMALLEST < abs(float(value)) < 1 / SMALLEST
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "biu" or (value.dtype.kind == "f" and all(map(is_plain, value.ravel())))
    if isinstance(value, Mapping):
        return all(map(is_plain, (*value, *value.values())))
    if isinstance(value, list | tuple) and any(isinstance(item, set | frozenset) for item in value):
        return False
    return not isinstance(value, list | tuple | set | frozenset) or all(map(is_plain, value))


def are_apart(one: Outcomes, other: Outcomes, share: float = CLEAR, least: float = LEAST) -> bool:
    """Return whether two outcomes that can be written down differ clearly, and not by rounding or by their types."""
    mine, theirs = one[-1], other[-1]
    if mine.ending is not theirs.ending:
        return True
    if mine.raised or theirs.raised:
        return outcome_text(one) != outcome_text(other)
    return differ(mine.value, theirs.value, share, least)


def differ(one: Value, other: Value, share: float = CLEAR, least: float = LEAST) -> bool:
    """Return whether two values differ clearly: 1 and True do not, nor do a list and an array of the same numbers."""
    one, other = (value.tolist() if isinstance(value, np.ndarray | np.generic) else value for value in (one, other))
    if isinstance(one, bool | int | float) and isinstance(other, bool | int | float):
        if isinstance(one, float) or isinstance(other, float):
            return abs(one - other) > max(least, share * max(abs(one), abs(other)))
        return one != other
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) != len(other) or any(differ(*pair, share, least) for pair in zip(one, other, strict=True))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() != other.keys() or any(differ(one[key], other[key], share, least) for key in one)
    return bool(one != other)


def is_of_file(outcomes: Outcomes, source: str) -> bool:
    """Return whether an outcome is no exception, or one that the file's own lines explain, without a look into numpy."""
    if not (error := outcomes[-1].raised):
        return True
    line = [*source.split("\n"), ""][(error.line or 0) - 1]
    is_plain_python = error.type_name in OF_PYTHON or error.message.endswith("index out of range")
    return "raise " in line or is_plain_python


def form(value: Value) -> object:
    """Return what can be seen of a value from afar: its type, the sizes of arrays, and the forms of what is in it.

    Whole numbers are of one form, whatever their type; lists that a function fills may have any length but 0.
    """
    match value:
        case np.ndarray():
            return "array", value.shape, bool(np.all(value == np.round(value)))
        case bool() | np.bool_():
            return bool
        case int() | float() | np.number():
            return int if value == round(float(value)) else float
        case list():
            return list, frozenset(map(form, value))
        case tuple():
            return tuple, tuple(map(form, value))
        case Mapping():
            return dict, frozenset((key, form(item)) for key, item in value.items())
    return type(value)


def are_alike(one: Outcomes, other: Outcomes) -> bool:
    """Return whether two outcomes cannot be told apart from afar: values of one form, or an exception or None beside any."""
    return any(steps[-1].raised or steps[-1].value is None for steps in (one, other)) or (
        form(one[-1].value) == form(other[-1].value)
    )


def are_all_apart(outcomes: Sequence[Outcomes]) -> bool:
    return all(are_apart(one, other) for place, one in enumerate(outcomes) for other in outcomes[:place])


def is_written(text: str) -> bool:
    """Return whether a text of Python is a value itself, or nothing."""
    try:
        return not text.strip() or ast.literal_eval(text.strip()) is not ast
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return False
