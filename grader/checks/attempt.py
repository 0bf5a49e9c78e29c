"""An honest attempt at a function: two different right answers.

Refusals, purity and laws need one, since a function that does nothing leaves its arguments alone, and one that always
raises refuses all bad input.
"""

from collections.abc import Iterable, Sequence

from grader.child.codec import Opaque
from grader.core.call import AllOutcomes, Call, Ending, Outcome, Seed, Spy, Step, Value
from grader.core.comparison import Agreement, Tolerance, compare, compare_outcomes

NEEDED = 2
"""The different right answers that make an attempt."""


def right_answers(calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance) -> list[Value]:
    """Return the different answers that are right, at most two of them."""
    steps = (
        (step, mine, theirs)
        for call, outcomes, others in zip(calls, got, expected, strict=False)  # `got` ends where the process did
        for step, mine, theirs in zip(call.steps, outcomes, others, strict=False)
    )
    right = (theirs.value for step, mine, theirs in steps if _is_right(step, mine, theirs, tolerance))
    return different(right, tolerance)


def different(answers: Iterable[Value], tolerance: Tolerance) -> list[Value]:
    """Return the first answers that differ from one another, at most two of them."""
    found: list[Value] = []
    for answer in answers:
        if all(compare(answer, other, tolerance).agreement is Agreement.DIFFERENT for other in found):
            found.append(answer)
        if len(found) == NEEDED:
            break
    return found


def _is_right(step: Step, mine: Outcome, theirs: Outcome, tolerance: Tolerance) -> bool:
    """Return whether a step is answered rightly, and with more than `return None` or `return x` gives."""
    if theirs.ending is not Ending.RETURNED or theirs.value is None or isinstance(theirs.value, Opaque):
        return False
    given = [value for value in (*step.args, *step.kwargs.values()) if not isinstance(value, Spy | Seed)]
    return compare_outcomes(mine, theirs, tolerance).agreement is not Agreement.DIFFERENT and all(
        compare(value, theirs.value, tolerance).agreement is Agreement.DIFFERENT for value in given
    )
