"""Compare outcomes of calls: how near they are to each other, and which share of a mistake's error a function makes."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from operator import is_
from typing import NamedTuple

import numpy as np

from grader.core.call import WHOLE, AllOutcomes, Ending, Outcome, Outcomes, Value, parts_of
from grader.core.comparison import Agreement, Tolerance, compare, compare_all, is_identical

COMPARABLE = (Ending.RETURNED, Ending.RAISED)
VALUES, REFUSALS, CHANGES = "values", "refusals", "changes"
ASKED = "asked"
"""The part of an answer that is the questions to spies."""
WITH_ZERO_FOR_NAN = 0.5
"""The weight of an answer that has 0 where the mistake's has nan, when mistakes are compared: less than of the same."""


class Criterion(NamedTuple):
    """How near an answer must be to the solution's to be right."""

    least: Agreement
    exact_zeros: bool = False
    is_last_digit: bool = False

    def of(self, tolerance: Tolerance) -> Tolerance:
        """Return an exercise's tolerance by this criterion."""
        if self.is_last_digit:
            return replace(tolerance, relative=LAST_DIGITS, absolute=0.0, exact_zeros=False)
        return replace(tolerance, exact_zeros=self.exact_zeros)


LAST_DIGITS = 1e-14
CRITERIA = (
    Criterion(Agreement.FLOAT32),
    # A check fails by less only if nothing else is wrong: by 1e-7, a 1e-17 in place of 0, a sum of small errors.
    Criterion(Agreement.SAME),
    Criterion(Agreement.SAME, exact_zeros=True),
    Criterion(Agreement.SAME, is_last_digit=True),
)


def agreements(mine: AllOutcomes, theirs: AllOutcomes, tolerance: Tolerance, least: Agreement) -> list[bool]:
    """Return for each call whether its steps agree: results, exceptions, changed arguments, questions to spies."""
    # Only calls of as many steps: flattening hides where a call ends.
    whole = [len(one) == len(other) for one, other in zip(mine, theirs, strict=True)]
    pairs = [pair for pair, is_whole in zip(zip(mine, theirs, strict=True), whole, strict=True) if is_whole]
    my_steps = list(chain.from_iterable(one for one, _ in pairs))
    their_steps = list(chain.from_iterable(other for _, other in pairs))
    compared = iter(compare_all(my_steps, their_steps, tolerance))
    found: list[bool] = []
    for one, other, is_whole in zip(mine, theirs, whole, strict=True):
        steps = (
            [
                next(compared).agreement >= least and _is_alike(*step, tolerance, least)
                for step in zip(one, other, strict=True)
            ]
            if is_whole
            else [False]
        )
        found.append(all(steps))
    return found


def are_same(mine: AllOutcomes, theirs: AllOutcomes, tolerance: Tolerance, least: Agreement) -> bool:
    return all(agreements(mine, theirs, tolerance, least))


def is_same_value(mine: Outcomes, theirs: Outcomes) -> bool:
    """Return quickly whether two calls of one step returned the same, to the last bit, and did nothing else."""
    if not len(mine) == len(theirs) == 1:
        return False
    one, other = mine[0], theirs[0]
    are_plain = one.ending is other.ending is Ending.RETURNED and not (one.asked or other.asked)
    return are_plain and one.changed == other.changed and is_identical(one.value, other.value)


def _is_alike(mine: Outcome, theirs: Outcome, tolerance: Tolerance, least: Agreement) -> bool:
    """Return whether two steps agree, apart from their results and the base types of their exceptions."""
    if mine.ending not in COMPARABLE or mine.changed != theirs.changed:
        return False
    if not is_asked_alike(mine, theirs, tolerance, least):
        return False
    # numpy's AxisError is a ValueError, and no refusal of bad input
    return not (mine.raised and theirs.raised and mine.raised.type_name != theirs.raised.type_name)


def is_asked_alike(mine: Outcome, theirs: Outcome, tolerance: Tolerance, least: Agreement) -> bool:
    """Return whether two steps ask the same of spies."""
    return len(mine.asked) == len(theirs.asked) and all(
        (one.spy, one.use) == (other.spy, other.use) and compare(one.args, other.args, tolerance).agreement >= least
        for one, other in zip(mine.asked, theirs.asked, strict=True)
    )


def share_made(mine: Outcomes, theirs: Outcomes, right: Outcomes, tolerance: Tolerance, least: Agreement) -> float:
    """Return which share of a mistake's error a function makes that does not do just the same in a call.

    It may have 0 where the mistake has nan, or err in some parts of a tuple or dict only, and be right in the others.
    """
    if not len(mine) == len(theirs) == len(right) == 1 or not _is_alike(mine[0], theirs[0], tolerance, least):
        return 0.0
    guarded = without_nan(theirs[0].value)
    if guarded is not theirs[0].value and compare(mine[0].value, guarded, tolerance).agreement >= least:
        return WITH_ZERO_FOR_NAN
    my_parts, their_parts, right_parts = (parts_of(outcome.value) for (outcome,) in (mine, theirs, right))
    if not my_parts.keys() == their_parts.keys() == right_parts.keys():
        return 0.0

    def differing(parts: Mapping[Hashable, Value], others: Mapping[Hashable, Value]) -> set[Hashable]:
        return {key for key in parts if compare(parts[key], others[key], tolerance).agreement < least}

    wrong = differing(my_parts, right_parts)
    if not wrong.isdisjoint(differing(my_parts, their_parts)):
        return 0.0
    return len(wrong) / max(1, len(differing(their_parts, right_parts)))


def without_nan(value: Value) -> Value:
    """Return a number, an array or a tuple of them with 0 for nan; the value itself if it has none."""
    if isinstance(value, tuple):
        parts = tuple(map(without_nan, value))
        return value if all(map(is_, parts, value)) else parts
    is_float = isinstance(value, float | np.ndarray) and np.asarray(value).dtype.kind == "f"
    return np.where(np.isnan(value), 0.0, value)[()] if is_float and np.isnan(value).any() else value


def differing_parts(
    mine: Outcomes, theirs: Outcomes, right: Outcomes, tolerance: Tolerance, least: Agreement
) -> Iterator[tuple[str, int, Hashable]]:
    """Yield the topic, step and part of each answer in which two outcomes of a call differ, given the right one."""
    for step, solution in enumerate(right):
        topic = REFUSALS if solution.ending is Ending.RAISED else VALUES
        if step >= min(len(mine), len(theirs)):
            if len(mine) != len(theirs):
                yield topic, step, WHOLE
        elif topic == REFUSALS:
            if error_of(mine[step]) != error_of(theirs[step]):
                yield topic, step, WHOLE
        else:
            if mine[step].changed != theirs[step].changed:
                yield CHANGES, step, WHOLE
            if not is_asked_alike(mine[step], theirs[step], tolerance, least):
                yield VALUES, step, ASKED
            for part in _differing_values(mine[step], theirs[step], solution, tolerance, least):
                yield VALUES, step, part


def error_of(outcome: Outcome) -> tuple[Ending, str]:
    """Return how a step ended; with which exception, if with one. What is returned in place of one does not matter."""
    return outcome.ending, outcome.raised.type_name if outcome.raised else ""


def _differing_values(
    mine: Outcome, theirs: Outcome, right: Outcome, tolerance: Tolerance, least: Agreement
) -> Iterator[Hashable]:
    """Yield the parts of a tuple or dict in which two values differ, or all if they are of another form."""
    parts = [parts_of(outcome.value) for outcome in (right, mine, theirs)]
    if parts[0] and parts[0].keys() == parts[1].keys() == parts[2].keys():
        yield from (key for key in parts[0] if compare(parts[1][key], parts[2][key], tolerance).agreement < least)
    elif error_of(mine) != error_of(theirs) or (
        mine.ending not in COMPARABLE
        or (mine.raised is None and compare(mine.value, theirs.value, tolerance).agreement < least)
    ):
        yield from parts[0] or [WHOLE]
