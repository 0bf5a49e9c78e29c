"""Tolerances of a result whose intermediate numbers are written down rounded, and the distance of wrong answers.

A question's `answer` hands each number that a person would write down to `keep(label, value)` and computes on with
what comes back. So the same lines give the exact result, the worked steps, and what a pen makes of them.
Drawn numbers have to separate the answers: no typical wrong answer near the right one or near another.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from typing import NamedTuple

from grader.core.notation import course_numbers

Item = float | str
Values = tuple[Item, ...]
"""An answer as a row of entries; a single number is a row of one."""
Keep = Callable[[str, float], float]
Answer = Callable[[Keep], Values]

NOTICEABLE = 1e-9
"""By how much rounding must change a number before it counts as rounded."""
APART = 3
"""The minimum distance of two different answers, in tolerances."""


class WorkingStep(NamedTuple):
    """A number on the way to the answer."""

    label: str
    value: float

    @property
    def group(self) -> str:
        """Return the label up to its bracket: `p` for `p(the)`. Numbers of a group are rounded alike."""
        return self.label.partition("(")[0]

    def shown(self, decimals: int) -> str:
        """Write the number with its decimals; a whole one without."""
        return course_numbers(f"{self.value:.{0 if self.value == int(self.value) else decimals}f}")


def exactly(label: str, value: float) -> float:
    return value


def steps(answer: Answer) -> tuple[WorkingStep, ...]:
    """Return what passes through `keep`, in order."""
    kept: list[WorkingStep] = []

    def record(label: str, value: float) -> float:
        kept.append(WorkingStep(label, value))
        return value

    answer(record)
    return tuple(kept)


def half_unit(decimals: int) -> float:
    """Return how far rounding to so many decimals can move a number."""
    return 0.5 * 10.0**-decimals


def least_tolerance(decimals: int) -> float:
    """Return the tolerance of an answer whose steps need hardly any rounding."""
    return 3 * half_unit(decimals)


def rounded_to(decimals: Mapping[str, int]) -> Keep:
    """Round each group of numbers to decimals of its own."""
    return lambda label, value: round(value, decimals[WorkingStep(label, value).group])


def tolerances(answer: Answer, decimals: int) -> tuple[float, ...]:
    """Return for each entry of the answer how far from it honest rounding to `decimals` decimals can lead.

    It is half a unit for the answer itself, and for each number kept what the answer changes by when that number is
    moved by half a unit; at least three half units in all.
    """
    unit = half_unit(decimals)
    exact = answer(exactly)
    moved = [0.0] * len(exact)
    for index, step in enumerate(steps(answer)):
        if abs(round(step.value, decimals) - step.value) < NOTICEABLE:
            continue  # nothing to round
        nudged = [answer(_nudge(index, change)) for change in (unit, -unit)]
        for entry, value in enumerate(exact):
            moved[entry] += max(abs(float(values[entry]) - float(value)) for values in nudged)
    return tuple(max(unit + change, least_tolerance(decimals)) for change in moved)


def with_a_pen(answer: Answer, least: int, most: int) -> Iterator[Values]:
    """Yield the answer for every way of rounding each group of numbers to `least` to `most` decimals."""
    groups = sorted({step.group for step in steps(answer)})
    for decimals in product(range(least, most + 1), repeat=len(groups)):
        yield answer(rounded_to(dict(zip(groups, decimals, strict=True))))


def _nudge(index: int, change: float) -> Keep:
    """Move the number kept at one place, and no other."""
    seen = iter(range(1 << 30))
    return lambda label, value: value + change if next(seen) == index else value


def objection(right: Values, wrong: Mapping[str, Values], needed: tuple[float, ...], apart: tuple[float, ...]) -> str:
    """Return the reason why the numbers are not fit to ask for, or an empty text.

    Each entry of a wrong answer must be `needed` from the right one, and `apart` from other wrong ones or the same.
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
    if len(one) != len(other) or any(isinstance(entry, str) for entry in one):
        return one != other
    return any(not near(mine, theirs, distance) for mine, theirs, distance in zip(one, other, distances, strict=True))


def is_same(one: Values, other: Values) -> bool:
    """True if two answers are equal up to floating-point error."""
    sizes = [1.0 if isinstance(entry, str) else max(1.0, abs(entry)) for entry in one]
    return not is_apart(one, other, tuple(NOTICEABLE * size for size in sizes))


def near(one: float | str, other: float | str, distance: float) -> bool:
    """True if two entries are equal words, or numbers at most a distance apart."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return abs(one - other) <= distance
