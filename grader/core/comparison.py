"""Compare two outcomes; describe in words how they differ.

Numbers agree within 1e-9 relative and 1e-12 absolute. float32 keeps 7 digits, so its results do not agree; they are
recognized, because every number is one that float32 can hold (Agreement.FLOAT32), and the learner is told.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import partial
from typing import NamedTuple

import numpy as np

from grader.child.codec import Drained, Opaque
from grader.core.call import Array, Ending, Outcome, Value
from grader.core.formatting import short, told_apart
from grader.core.shapes import yaml_model

MAX_SHOWN = 3
NUMBERS = frozenset([int, float, np.float64])
FLOATS = frozenset([float, np.float64])
SIMPLE = frozenset([bool, int, float, str, type(None)])
MAX_LOOKED_AT = 10_000
"""A longer list whose length is wrong is not converted to an array to describe it: that would take long."""
COMPUTED_IN_FLOAT32 = "the numbers are rounded to float32, which keeps 7 digits; compute in float64, numpy's default"
NO_RETURN = "a `return` is missing, or what follows it is None"
EXACT_TYPES = ("decimal.Decimal", "fractions.Fraction")
"""Types of exact numbers, which no result is compared as."""
SERIES = frozenset(
    "generator map filter zip range enumerate reversed list_reverseiterator list_iterator tuple_iterator dict_keys "
    "dict_values dict_items collections.deque array.array itertools.chain itertools.accumulate itertools.islice "
    "itertools.takewhile itertools.repeat itertools.starmap".split()
)
"""Types that give items one by one."""
FUNCTIONS = ("function", "method", "builtin_function_or_method")


class Agreement(IntEnum):
    """How close two answers are; `FLOAT32` is right but for the rounding of float32, which is not accepted."""

    DIFFERENT = 0
    FLOAT32 = 1
    SAME = 2


@yaml_model
class Tolerance:
    """How far numbers may be apart; with `exact_zeros`, 0 is met by 0 only."""

    relative: float = 1e-9
    """Relative to the expected number."""
    absolute: float = 1e-12
    """Absolute; matters for numbers near 0."""
    float32: float = 1e-5
    """Relative to the largest number of a result; how far a result rounded to float32 may be to be called so."""
    exact_zeros: bool = False
    """Whether 0 is met by 0 only."""


class Comparison(NamedTuple):
    """How close a value is to the expected one, and how it differs in words, which may be computed lazily.

    `path` is the place of the first difference, as in "item 0, item 2".
    """

    agreement: Agreement
    words: str | Callable[[], str] = ""
    path: str = ""

    @property
    def difference(self) -> str:
        words = self.words if isinstance(self.words, str) else self.words()
        return f"{self.path}: {words}" if self.path else words


SAME = Comparison(Agreement.SAME)


def different(words: str | Callable[[], str]) -> Comparison:
    return Comparison(Agreement.DIFFERENT, words)


def compare_outcomes(got: Outcome, expected: Outcome, tolerance: Tolerance) -> Comparison:
    """Compare outcomes: the same value, or an exception of the same built-in type."""
    if got.ending is not expected.ending:
        return different(f"{got.ending.value} instead of {expected.ending.value}")
    if expected.ending is Ending.RAISED:
        assert got.raised
        assert expected.raised
        wanted = expected.raised.ancestry[0] if expected.raised.ancestry else expected.raised.type_name
        return SAME if got.raised.is_a(wanted) else different(f"raised {got.raised.type_name}, not {wanted}")
    comparison = compare(got.value, expected.value, tolerance)
    if got.value is None and comparison.agreement is Agreement.DIFFERENT:
        return different(f"{comparison.difference}: {NO_RETURN}")
    return comparison


def compare_all(got: Sequence[Outcome], expected: Sequence[Outcome], tolerance: Tolerance) -> list[Comparison]:
    """Compare outcomes in pairs, as `compare_outcomes` does; numbers and vectors of float64, the most, all at once."""
    pairs = list(zip(got, expected, strict=True))
    places = [place for place, (mine, theirs) in enumerate(pairs) if _are_like_numbers(mine.value, theirs.value)]
    if len(places) < 2:
        return [compare_outcomes(*pair, tolerance) for pair in pairs]
    mine = np.concatenate([_vector(got[place].value) for place in places])
    theirs = np.concatenate([_vector(expected[place].value) for place in places])
    starts = np.cumsum([0, *(len(_vector(got[place].value)) for place in places[:-1])])
    close = np.logical_and.reduceat(_close(mine, theirs, tolerance), starts).tolist()
    are_rounded = np.logical_and.reduceat(_fits_float32(mine), starts).tolist()
    found: list[Comparison | None] = [None] * len(pairs)
    for place, is_close, is_rounded in zip(places, close, are_rounded, strict=True):
        if is_close:
            found[place] = SAME
        elif not is_rounded:  # nothing but different; how is looked for when it is asked for
            found[place] = different(partial(_difference, *pairs[place], tolerance))
    return [same or compare_outcomes(*pair, tolerance) for same, pair in zip(found, pairs, strict=True)]


def _difference(got: Outcome, expected: Outcome, tolerance: Tolerance) -> str:
    return compare_outcomes(got, expected, tolerance).difference


def _are_like_numbers(mine: Value, theirs: Value) -> bool:
    if type(mine) in FLOATS:
        return type(theirs) in FLOATS
    return (
        type(mine) is type(theirs) is np.ndarray
        and mine.dtype == theirs.dtype == np.float64
        and mine.shape == theirs.shape
        and mine.ndim == 1
        and mine.size > 0
    )


def _vector(value: Value) -> Array | tuple[Value]:
    return value if type(value) is np.ndarray else (value,)


def compare(got: Value, expected: Value, tolerance: Tolerance) -> Comparison:
    """Compare a value with the expected one, whose type decides what is accepted.

    Arrays may come as nested lists, lists as arrays or tuples; ids and counts must be integers; text
    must be text; True and False are no numbers.
    """
    if is_identical(got, expected):
        return SAME
    if isinstance(got, Opaque):
        return different(f"the result is of type {got.type_name}{advice_on_type(got.type_name, expected)}")
    if isinstance(expected, bool | np.bool_):
        return _boolean(got, expected)
    if isinstance(expected, int | np.integer):
        return _integer(got, int(expected))
    if isinstance(expected, float | np.floating | np.ndarray):
        return _array(got, np.asarray(expected), tolerance)
    if isinstance(expected, list | tuple):
        return _sequence(got, expected, tolerance)
    if isinstance(expected, dict):
        return _mapping(got, expected, tolerance)
    if type(got) is not type(expected):
        return different(f"the result is {article(got)}, not {article(expected)}")
    return SAME if got == expected else different(f"{short(got)} instead of {short(expected)}")


def is_identical(got: Value, expected: Value) -> bool:
    """Return quickly whether two values are the same to the last bit, as most right results are."""
    if type(got) is not type(expected):
        return False
    if type(got) is np.ndarray:
        return bool(got.dtype == expected.dtype) and got.shape == expected.shape and got.tobytes() == expected.tobytes()
    if type(got) not in (list, tuple):
        return type(got) in SIMPLE and bool(got == expected)
    kinds = list(map(type, got))
    return kinds == list(map(type, expected)) and SIMPLE.issuperset(kinds) and bool(got == expected)


def advice_on_type(type_name: str, expected: Value) -> str:
    """Return what to return instead of a value of a type that cannot be compared, where `expected` is needed."""
    is_series = isinstance(expected, list | tuple) or (isinstance(expected, np.ndarray) and expected.ndim > 0)
    if type_name in EXACT_TYPES and not is_series:
        return f"; return {'int' if isinstance(expected, int | np.integer) else 'float'}(…)"
    if type_name in SERIES and is_series:
        return "; return list(…)"
    if type_name.startswith("array of <U") and is_series:
        return "; return it as a list, with `.tolist()`"
    if type_name == "numpy.MaskedArray":
        return "; return numbers for what is masked, with `.filled(…)`"
    if type_name == "coroutine":
        return "; write `def` instead of `async def`"
    return "; call it: write `(…)` after its name" if type_name in FUNCTIONS else ""


def article(value: Value) -> str:
    """Name the kind of a value in plain words."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}" if value.ndim else "an array without dimensions"
    names = {bool: "True or False", int: "an integer", float: "a number with decimals", str: "text", type(None): "None"}
    if isinstance(value, Drained):
        return "what a generator yields"
    if isinstance(value, Opaque):
        return f"of type {value.type_name}"
    if isinstance(value, np.generic):
        value = value.item()
    return names.get(type(value), f"a {type(value).__name__}")


def _boolean(got: Value, expected: Value) -> Comparison:
    if not isinstance(got, bool | np.bool_):
        return different(f"the result is {article(got)}, not True or False")
    return SAME if bool(got) == bool(expected) else different(f"{bool(got)} instead of {bool(expected)}")


def as_booleans(value: Value) -> Array | str:
    """Return an array of booleans made from an array-like value, or in words why that is impossible."""
    if not isinstance(value, np.ndarray | list | tuple) or isinstance(value, Drained):
        return f"the result is {article(value)}, not an array of True and False"
    try:
        array = np.array(value)
    except ValueError:
        return "the rows of the result have different lengths"
    if array.size and array.dtype != np.bool_:
        return "the result holds something else than True and False"
    return array.astype(np.bool_)


def _integer(got: Value, expected: int) -> Comparison:
    if isinstance(got, np.ndarray) and got.ndim == 0:
        got = got[()]
    if isinstance(got, bool | np.bool_) or not isinstance(got, int | np.integer):
        return different(f"the result is {article(got)}, not an integer")
    return SAME if int(got) == expected else different(f"{short(int(got))} instead of {expected}")


def as_numbers(value: Value) -> Array | str:
    """Return a float64 array made from an array-like value, or in words why that is impossible."""
    if isinstance(value, np.ndarray | np.generic | float | int) and not isinstance(value, bool):
        array = np.asarray(value)
    elif isinstance(value, list | tuple) and not isinstance(value, Drained):
        if _holds_opaque(value):
            kind = _exact_type(value)
            return (
                f"the result holds numbers of type {kind}; write float(…) around each"
                if kind
                else "the result holds something that is not a number"
            )
        try:
            array = np.array(value)
        except ValueError:
            return "the rows of the result have different lengths"
    else:
        return f"the result is {article(value)}, not numbers"
    if array.size and array.dtype.kind not in "fiu":
        return f"the result holds {'True or False' if array.dtype.kind == 'b' else 'something that is not a number'}"
    return array.astype(np.float64)


def _holds_opaque(value: Value) -> bool:
    if isinstance(value, list | tuple):
        return not NUMBERS.issuperset(map(type, value)) and any(_holds_opaque(item) for item in value)
    return not isinstance(value, int | float | np.ndarray | np.generic) or isinstance(value, bool)


def _exact_type(value: Value) -> str:
    """Return the type of the first Decimal or Fraction at any depth; empty if there is none."""
    if isinstance(value, list | tuple):
        return next(filter(None, map(_exact_type, value)), "")
    return value.type_name if isinstance(value, Opaque) and value.type_name in EXACT_TYPES else ""


def _array(got: Value, expected: Array, tolerance: Tolerance) -> Comparison:
    is_of_booleans = expected.dtype == np.bool_
    is_long = not is_of_booleans and isinstance(got, list | tuple) and len(got) > MAX_LOOKED_AT
    if is_long and len(got) != (expected.shape or (0,))[0]:
        return different(f"the result has {len(got)} items, not {expected.size}")
    array = as_booleans(got) if is_of_booleans else as_numbers(got)
    if isinstance(array, str):
        return different(array)
    if array.shape != expected.shape:
        return different(f"the result has shape {array.shape}, not {expected.shape}")
    if is_of_booleans:
        wrong = array != expected
        return different(lambda: _first_differences(array, expected, wrong)) if wrong.any() else SAME
    wanted = expected.astype(np.float64)
    wrong = ~_close(array, wanted, tolerance)
    if not wrong.any():
        return SAME
    if is_float32(array) and is_float32(array[wrong]) and _close(array, wanted, _float32(wanted, tolerance)).all():
        return Comparison(Agreement.FLOAT32, COMPUTED_IN_FLOAT32)
    if not array.ndim:
        return different(lambda: " instead of ".join(told_apart(array[()], wanted[()])))
    return different(lambda: _first_differences(array, wanted, wrong))


def _close(got: Array, expected: Array, tolerance: Tolerance) -> Array:
    return near(got, expected, tolerance.relative, tolerance.absolute, exact_zeros=tolerance.exact_zeros)


def _float32(expected: Array, tolerance: Tolerance) -> Tolerance:
    """Return the tolerance for a result rounded to float32: each number has the rounding of the largest."""
    size = np.abs(expected, where=np.isfinite(expected), out=np.zeros(expected.shape)).max(initial=0.0)
    return replace(tolerance, absolute=max(tolerance.absolute, tolerance.float32 * float(size)))


def is_float32(numbers: Array) -> bool:
    """Return whether every number is one that float32 can hold, and not all are whole numbers, which prove nothing."""
    with np.errstate(invalid="ignore"):  # of infinity there is no remainder
        return bool(_fits_float32(numbers).all() and (numbers % 1 > 0).any())


def _fits_float32(numbers: Array) -> Array:
    """Return for each number whether it is one that float32 can hold."""
    with np.errstate(over="ignore", invalid="ignore"):
        fits: Array = (numbers == numbers.astype(np.float32)) | np.isnan(numbers)
    return fits


def near(got: Array, expected: Array, relative: float, absolute: float, *, exact_zeros: bool) -> Array:
    """Return for each number whether it is close enough; nan is close to nan, infinities to themselves."""
    with np.errstate(invalid="ignore", over="ignore"):
        close: Array = np.abs(got - expected) <= absolute + relative * np.abs(expected)
    close &= np.isfinite(expected)  # np.isclose does all this, five times slower
    if not close.all():
        close |= (got == expected) | (np.isnan(got) & np.isnan(expected))
    return close & ((expected != 0) | (got == 0)) if exact_zeros else close


def _first_differences(got: Array, expected: Array, wrong: Array) -> str:
    places = np.argwhere(wrong)
    parts = [
        f"[{', '.join(map(str, place))}] is {', not '.join(told_apart(got[place], expected[place]))}"
        for place in map(tuple, places[:MAX_SHOWN].tolist())
    ]
    rest = len(places) - MAX_SHOWN
    return "; ".join(parts) + (f"; and {rest} more" if rest > 0 else "")


def _sequence(got: Value, expected: list[Value] | tuple[Value, ...], tolerance: Tolerance) -> Comparison:
    if isinstance(expected, Drained) and not isinstance(got, Drained):
        return different(f"the result is {article(got)}, not a generator")
    if isinstance(got, np.ndarray) and got.ndim:
        got = list(got)
    if not isinstance(got, list | tuple):
        return different(f"the result is {article(got)}, not a {type(expected).__name__}")
    if isinstance(got, Drained) and not isinstance(expected, Drained):
        return different("the result is a generator; return its items in a list")
    if len(got) != len(expected):
        return different(f"the result has {len(got)} item{'' if len(got) == 1 else 's'}, not {len(expected)}")
    return _items("item {}", zip(range(len(got)), got, expected, strict=True), tolerance)


def _mapping(got: Value, expected: dict[Value, Value], tolerance: Tolerance) -> Comparison:
    if not isinstance(got, dict):
        return different(f"the result is {article(got)}, not a dict")
    if set(got) != set(expected):
        missing = sorted(map(short, set(expected) - set(got)))
        if missing:
            return different(f"the key {missing[0]} is missing")
        return different(f"the key {sorted(map(short, set(got) - set(expected)))[0]} does not belong there")
    return _items("{!r}", ((key, got[key], theirs) for key, theirs in expected.items()), tolerance)


def _items(called: str, items: Iterable[tuple[Value, Value, Value]], tolerance: Tolerance) -> Comparison:
    """Compare the items of a list or mapping; `called` formats the index or key of the first one that differs."""
    worst = SAME
    for key, mine, theirs in items:
        item = compare(mine, theirs, tolerance)
        if item.agreement is Agreement.DIFFERENT:
            return item._replace(path=", ".join(filter(None, (called.format(key), item.path))))
        worst = min(worst, item, key=lambda comparison: comparison.agreement)
    return worst
