"""Name the mistake behind a failed check, or none.

A mistake is named only if the learner's function behaved exactly like it in every call compared, and like no other
mistake. First the calls of the failed check are compared. If several mistakes fit, so are the other checks: a mistake
is named if it fits every check that any other candidate fits, and more. Otherwise nothing is named. Passing work is
never diagnosed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from grader.core.call import AllOutcomes, Call, Ending, Outcome, Outcomes
from grader.core.comparison import Agreement, Tolerance, compare, compare_all
from grader.core.result import Mistake

RunMistake = Callable[[Mistake, int], Outcomes]
"""Returns the outcomes of a mistake in the call at a position."""
COMPARABLE = (Ending.RETURNED, Ending.RAISED)


class Evidence(NamedTuple):
    """The calls of one check and what the learner's function did in them."""

    calls: Sequence[Call]
    got: AllOutcomes
    judges_questions: bool = True
    judges_changes: bool = True


def name_mistake(
    failed: str, checks: Sequence[str], mistakes: Sequence[Mistake], is_done: Callable[[Mistake, str], bool]
) -> Mistake | None:
    """Return the mistake to name for a failed check; `is_done` returns whether a mistake fits all calls of a check."""
    candidates = [mistake for mistake in mistakes if is_done(mistake, failed)]
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    others = [name for name in checks if name != failed]
    alike = [{name for name in others if is_done(mistake, name)} for mistake in candidates]
    best = max(alike, key=len)
    rest = [each for each in alike if each is not best]  # `is not`: an equal set of another candidate is a tie
    return candidates[alike.index(best)] if all(best > each for each in rest) else None


def does_the_same(mistake: Mistake, evidence: Evidence, run: RunMistake, tolerance: Tolerance) -> bool:
    """Return whether a mistake does in every call what the learner's function did; float32 counts as the same."""
    # A process that ended early shows nothing about the calls after it.
    if not evidence.got or len(evidence.got) != len(evidence.calls):
        return False
    # The same mistake written another way may leave 1e-17 where this version has 0.
    plain = replace(tolerance, exact_zeros=False)
    for span in _growing(len(evidence.calls)):
        theirs = [_judged(run(mistake, index), evidence) for index in span]
        mine = [_judged(evidence.got[index], evidence) for index in span]
        if not are_same(mine, theirs, plain, least=Agreement.FLOAT32):
            return False
    return True


def _growing(count: int) -> Iterator[range]:
    """Yield ranges of call positions, each twice as long as the last: most mistakes differ in the very first call."""
    start = 0
    while start < count:
        yield range(start, min(2 * start + 1, count))
        start = 2 * start + 1


def _judged(outcomes: Outcomes, evidence: Evidence) -> Outcomes:
    """Drop questions to spies and changed arguments from outcomes if the check does not judge them."""
    if not any(outcome.asked or outcome.changed for outcome in outcomes):
        return outcomes  # most calls: saves a copy for each call and mistake
    return tuple(
        outcome._replace(
            asked=outcome.asked if evidence.judges_questions else (),
            changed=outcome.changed if evidence.judges_changes else (),
        )
        for outcome in outcomes
    )


def are_same(mine: AllOutcomes, theirs: AllOutcomes, tolerance: Tolerance, least: Agreement) -> bool:
    """Return whether calls agree step by step: results, exceptions, changed arguments, questions to spies."""
    # Before the calls are chained, which hides where one ends.
    if any(len(one) != len(other) for one, other in zip(mine, theirs, strict=True)):
        return False
    my_steps, their_steps = list(chain(*mine)), list(chain(*theirs))
    if not all(_is_alike(one, other, tolerance, least) for one, other in zip(my_steps, their_steps, strict=True)):
        return False
    return all(each.agreement >= least for each in compare_all(my_steps, their_steps, tolerance))


def _is_alike(mine: Outcome, theirs: Outcome, tolerance: Tolerance, least: Agreement) -> bool:
    """Return whether two steps agree, apart from their results and the base types of their exceptions."""
    if mine.ending not in COMPARABLE or mine.changed != theirs.changed or len(mine.asked) != len(theirs.asked):
        return False
    for one, other in zip(mine.asked, theirs.asked, strict=True):
        if (one.spy, one.use) != (other.spy, other.use) or compare(one.args, other.args, tolerance).agreement < least:
            return False
    # numpy's AxisError is a ValueError, and no refusal of bad input
    return not (mine.raised and theirs.raised and mine.raised.type_name != theirs.raised.type_name)


def hides_behind_float32(
    evidence: Evidence, expected: AllOutcomes, mistakes: Sequence[Mistake], run: RunMistake, tolerance: Tolerance
) -> bool:
    """Return whether results that agree within float32 only are a mistake's to the last digit."""
    for mistake in mistakes:
        differs = False
        for index, (got, right) in enumerate(zip(evidence.got, expected, strict=True)):
            outcome = run(mistake, index)
            if not are_same([got], [outcome], tolerance, least=Agreement.SAME):
                break
            differs |= not are_same([outcome], [right], tolerance, least=Agreement.SAME)
        else:
            if differs:  # one that these calls do not tell from the solution proves nothing
                return True
    return False
