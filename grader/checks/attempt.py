"""An honest attempt at a function: two different right answers, or two to the same part of a tuple or dict.

Refusals, purity and laws need one, since a function that does nothing leaves its arguments alone, and one that always
raises refuses all bad input.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence

from grader.child.codec import Opaque
from grader.core.call import WHOLE, AllOutcomes, Call, Ending, Outcome, Seed, Spy, Step, Value, parts_of
from grader.core.comparison import Agreement, Tolerance, compare, compare_outcomes

NEEDED = 2
"""The different right answers that make an attempt."""
Answer = tuple[Hashable, Value]
"""A part of what a call returned, and its value."""


def right_answers(calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance) -> list[Answer]:
    """Return the right answers that `different` leaves."""
    steps = (
        (step, mine, theirs)
        for call, outcomes, others in zip(calls, got, expected, strict=False)  # `got` ends where the process did
        for step, mine, theirs in zip(call.steps, outcomes, others, strict=False)
    )
    right = (answer for step, mine, theirs in steps for answer in _right(step, mine, theirs, tolerance))
    return different(right, tolerance)


def different(answers: Iterable[Answer], tolerance: Tolerance) -> list[Answer]:
    """Return the first answers to each part that differ from one another, until a part has two."""
    found: list[Answer] = []
    for part, value in answers:
        others = [other for name, other in found if name == part]
        if all(compare(value, other, tolerance).agreement is Agreement.DIFFERENT for other in others):
            found.append((part, value))
            if len(others) + 1 == NEEDED:
                break
    return found


def count(answers: Sequence[Answer]) -> int:
    """Return how many different answers the part has that has most."""
    parts = [part for part, _ in answers]
    return max(map(parts.count, parts), default=0)


def _right(step: Step, mine: Outcome, theirs: Outcome, tolerance: Tolerance) -> Iterator[Answer]:
    """Yield what is right in an answer, and more than `return None` or `return x` gives: all of it, or parts."""
    if theirs.ending is not Ending.RETURNED or isinstance(theirs.value, Opaque) or mine.ending is not Ending.RETURNED:
        return
    given = [value for value in (*step.args, *step.kwargs.values()) if not isinstance(value, Spy | Seed)]

    def is_own(value: Value) -> bool:
        return value is not None and all(
            compare(argument, value, tolerance).agreement is Agreement.DIFFERENT for argument in given
        )

    if compare_outcomes(mine, theirs, tolerance).agreement is not Agreement.DIFFERENT and is_own(theirs.value):
        yield WHOLE, theirs.value
    parts, others = parts_of(mine.value), parts_of(theirs.value)
    if parts.keys() == others.keys():
        for part in filter(lambda part: is_own(others[part]), others):
            if compare(parts[part], others[part], tolerance).agreement is not Agreement.DIFFERENT:
                yield part, others[part]
