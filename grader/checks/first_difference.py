"""The first difference between an answer and the solution's: in a vector, and in the uses of a model or a cache."""

from collections.abc import Mapping, Sequence

import numpy as np

from grader.core.call import SpyCall, Step, Value
from grader.core.comparison import Agreement, Tolerance, as_numbers, compare, near
from grader.core.formatting import short, told_apart
from grader.core.result import Vectors

FEWEST, MOST = 5, 64
"""Numbers of a vector that is drawn: fewer are read as quickly, more do not fit into a line."""
MAX_ARGUMENT = 40


def vectors_of(got: Value, expected: Value, tolerance: Tolerance) -> Vectors | None:
    """Return two vectors of floats to be drawn, of which one number or more differs; None for anything else.

    A table of one row is a vector, too.
    """
    if not isinstance(expected, np.ndarray) or expected.dtype.kind != "f" or not FEWEST <= expected.size <= MOST:
        return None
    array = as_numbers(got)
    if isinstance(array, str) or array.shape != expected.shape or expected.size != max(expected.shape):
        return None
    mine, theirs = array.ravel(), expected.astype(np.float64).ravel()
    if not (np.isfinite(mine).all() and np.isfinite(theirs).all()):
        return None
    close = near(mine, theirs, tolerance.relative, tolerance.absolute, exact_zeros=tolerance.exact_zeros)
    if close.all():
        return None
    first = int(np.argmin(close))
    place = ", ".join(str(int(index)) for index in np.unravel_index(first, expected.shape))
    value, wanted = told_apart(mine[first], theirs[first])
    count = int((~close).sum())
    others = f"; {count} of {expected.size} numbers differ" if count > 1 else "; the others are right"
    return Vectors(tuple(mine.tolist()), tuple(theirs.tolist()), first, f"[{place}] is {value}, not {wanted}{others}")


def first_different_use(
    got: Sequence[SpyCall], expected: Sequence[SpyCall], tolerance: Tolerance, *, is_cut_short: bool = False
) -> str:
    """Return in words the first use of a model or a cache that is not the solution's; empty if there is none.

    With `is_cut_short`, an exception has ended the call, and uses that are missing say nothing.
    """
    for number, (mine, theirs) in enumerate(zip(got, expected, strict=False), start=1):
        if (mine.spy, mine.use, len(mine.args)) != (theirs.spy, theirs.use, len(theirs.args)):
            return f"call {number} is {_use(mine)}, where the solution's is {_use(theirs)}"
        for place, (value, wanted) in enumerate(zip(mine.args, theirs.args, strict=True), start=1):
            comparison = compare(value, wanted, tolerance)
            if comparison.agreement is Agreement.DIFFERENT:
                words = comparison.difference.removeprefix("the result ").partition("; ")[0]
                return f"call {number}, {_use(mine)}{_which(mine, place)}: {words}"
    if len(got) == len(expected) or (is_cut_short and len(got) < len(expected)):
        return ""
    shorter = min(len(got), len(expected))
    odd = _use((expected if len(got) < len(expected) else got)[shorter])
    return (
        f"{odd} is missing as call {shorter + 1}"
        if len(got) < len(expected)
        else f"call {shorter + 1}, {odd}, is one more than the solution's"
    )


def _which(asked: SpyCall, place: int) -> str:
    """Return the name of an argument, after the numbers before it: `, layer 1, k`; of a single argument nothing."""
    if len(asked.args) == 1:
        return ""
    if len(asked.names) < len(asked.args):
        return f", argument {place}"
    before = zip(asked.names[: place - 1], asked.args[: place - 1], strict=True)
    numbers = [f"{name} {value}" for name, value in before if isinstance(value, int)]
    return "".join(f", {name}" for name in (*numbers, asked.names[place - 1]))


def after_right_uses(asked: Sequence[SpyCall]) -> str:
    """Return in words that a result is wrong after all uses of a model or a cache were right; empty without a use."""
    if not asked:
        return ""
    if len(asked) == 1:
        return f"the result. The one call before it, {_use(asked[0])}, is right"
    return f"the result. All {len(asked)} calls before it are right; the last is {_use(asked[-1])}"


def _use(asked: SpyCall) -> str:
    name = f"{asked.spy}.{asked.use}" if asked.use else asked.spy
    return f"`{name}({', '.join(map(_brief, asked.args))})`"


def step_words(number: int, step: Step) -> str:
    """Return a step of a script with its number, from 1, its arrays by their shapes."""
    target = f"{step.of}.{step.name}" if step.of else step.name
    arguments = "" if step.is_read else f"({', '.join(_arguments(step.args, step.kwargs))})"
    return f"step {number}, `{target}{arguments}`"


def _arguments(args: Sequence[Value], kwargs: Mapping[str, Value]) -> list[str]:
    return [*map(_brief, args), *(f"{name}={_brief(value)}" for name, value in kwargs.items())]


def _brief(value: Value) -> str:
    if isinstance(value, np.ndarray) and value.ndim:
        return f"array of shape {value.shape}"
    text = short(value)
    return text if len(text) <= MAX_ARGUMENT else f"{text[:MAX_ARGUMENT]}…"
