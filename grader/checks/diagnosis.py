"""Name the mistakes behind a function's wrong answers, or none.

All checks that were made count, not only those that failed. A mistake is named if it explains most of the wrong
answers, which means that it gives the same ones, and if the function also makes a fair part of that mistake's own
errors. Two mistakes are named together if neither explains enough alone. Passing work is never diagnosed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import NamedTuple

from grader.core.call import AllOutcomes, Ending, Outcome, Outcomes
from grader.core.comparison import Agreement, Tolerance, compare, compare_all
from grader.core.result import Mistake

RunMistake = Callable[[Mistake, int], Outcomes]
"""Returns the outcomes of a mistake in the call at a position."""
COMPARABLE = (Ending.RETURNED, Ending.RAISED)
ENOUGH = 0.75
"""The share of the wrong answers that a mistake must explain to be named."""
ENOUGH_IF_EXACT = 0.5
"""The share that is enough if the function does what the mistake does in every call of a failed check."""
LEAST_OF_OWN_ERRORS = 0.1
"""The share of a mistake's own errors that the function must make. Without it, a function that errs in two calls of
two hundred gets the name of a mistake that errs in all of them."""
FIRST_LOOK = 3
"""Wrong answers of each check that all mistakes are held against: only one that explains some is run in all calls."""
MOST_PAIRED = 6
MOST_CALLS = 500
"""Calls of a check that count: a test of a distribution makes 20,000, and all say the same."""


class Evidence(NamedTuple):
    """The calls of one check: what the learner's function and the solution did in them, and how to run a mistake.

    `got` is shorter than `expected` if a call ended the process.
    """

    got: AllOutcomes
    expected: AllOutcomes
    run: RunMistake
    tolerance: Tolerance
    is_failed: bool = True
    judges_questions: bool = True
    judges_changes: bool = True

    def is_mistakes(self, mistake: Mistake, indices: Sequence[int], criterion: Criterion) -> list[bool]:
        """Return for each call at `indices` whether the function did what the mistake does."""
        # The same mistake written another way may leave 1e-17 where this version has 0.
        plain = replace(criterion.of(self.tolerance), exact_zeros=False)
        mine, theirs = self._judged(self.got, indices), [self._one(self.run(mistake, index)) for index in indices]
        return agreements(mine, theirs, plain, criterion.least)

    def errs(self, all_outcomes: AllOutcomes, indices: Sequence[int], criterion: Criterion) -> list[bool]:
        """Return for each call at `indices` whether its outcomes are not the solution's."""
        mine, right = [self._one(each) for each in all_outcomes], self._judged(self.expected, indices)
        return [not same for same in agreements(mine, right, criterion.of(self.tolerance), criterion.least)]

    @property
    def made(self) -> range:
        """Return the positions of the calls that count."""
        return range(min(len(self.got), MOST_CALLS))

    def wrong(self) -> tuple[list[int], Criterion]:
        """Return the calls that were answered wrongly, and the loosest criterion that finds any."""
        for criterion in CRITERIA if self.is_failed else ():
            errs = self.errs(self.got[:MOST_CALLS], self.made, criterion)
            wrong = [index for index in self.made if errs[index]]
            if wrong:
                return wrong, criterion
        return [], CRITERIA[0]

    def _judged(self, outcomes: AllOutcomes, indices: Sequence[int]) -> list[Outcomes]:
        return [self._one(outcomes[index]) for index in indices]

    def _one(self, outcomes: Outcomes) -> Outcomes:
        """Drop questions to spies and changed arguments from outcomes if the check does not judge them."""
        if not any(outcome.asked or outcome.changed for outcome in outcomes):
            return outcomes  # most calls: saves a copy for each call and mistake
        return tuple(
            outcome._replace(
                asked=outcome.asked if self.judges_questions else (),
                changed=outcome.changed if self.judges_changes else (),
            )
            for outcome in outcomes
        )


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


class Tally(NamedTuple):
    """How far a mistake explains what a function did.

    `explained` are the function's wrong answers that are the mistake's, as (check, position). `errors` counts the calls
    in which the mistake errs, `made` those of them in which the function does the same; `has_values` if some of these
    returned a value. `values` counts the calls in which the mistake returns one, `agreed` those of them in which the
    function returns the same.
    """

    mistake: Mistake
    explained: frozenset[tuple[str, int]]
    exact: frozenset[str]
    """The failed checks in which the function does what the mistake does in every call."""
    errors: int
    made: int
    has_values: bool
    values: int
    agreed: int

    @property
    def is_credible(self) -> bool:
        """Return whether the function makes enough of the mistake's own errors, and not by exceptions alone."""
        # Of exceptions only the type is compared, so a function that raises everywhere is like many a mistake. Where
        # the mistake returns a value, such a function has to return it, too.
        is_shown = self.has_values or 2 * self.agreed >= self.values
        return is_shown and self.made >= LEAST_OF_OWN_ERRORS * self.errors


def diagnose(checks: Mapping[str, Evidence], mistakes: Sequence[Mistake]) -> dict[str, Mistake]:
    """Return the mistake to name in each failed check whose wrong answers it mostly explains, by the check's name."""
    wrong = {name: evidence.wrong() for name, evidence in checks.items()}
    answers = frozenset((name, index) for name, (indices, _) in wrong.items() for index in indices)
    tallies = [_tally(checks, wrong, each) for each in mistakes if answers and _explains_some(checks, wrong, each)]
    credible = sorted((each for each in tallies if each.is_credible), key=_rank, reverse=True)
    named = _alone(credible, len(answers)) or _together(credible, len(answers))
    found: dict[str, Mistake] = {}
    for name, (indices, _) in wrong.items():
        shares = [(sum(check == name for check, _ in each.explained), each.mistake) for each in named]
        count, mistake = max(shares, key=lambda share: share[0], default=(0, None))
        if mistake and count and 2 * count >= len(indices):
            found[name] = mistake
    return found


def _rank(tally: Tally) -> tuple[int, int]:
    """Order mistakes by what they explain, then by how few errors of theirs the function does not make."""
    return len(tally.explained), tally.made - tally.errors


def _alone(credible: Sequence[Tally], wrong: int) -> list[Tally]:
    """Return the mistake that explains the most, if it explains enough and no other does as well."""
    if not credible or (len(credible) > 1 and _rank(credible[0]) == _rank(credible[1])):
        return []
    best = credible[0]
    return [best] if len(best.explained) >= (ENOUGH_IF_EXACT if best.exact else ENOUGH) * wrong else []


def _together(credible: Sequence[Tally], wrong: int) -> list[Tally]:
    """Return the two mistakes that together explain enough, each one check exactly, if only one pair does."""
    pairs = [
        (len(one.explained | other.explained), one, other)
        for one, other in combinations([each for each in credible if each.exact][:MOST_PAIRED], 2)
        if one.exact - other.exact and other.exact - one.exact
    ]
    pairs.sort(key=lambda pair: pair[0], reverse=True)
    if not pairs or pairs[0][0] < ENOUGH * wrong or (len(pairs) > 1 and pairs[0][0] == pairs[1][0]):
        return []
    return list(pairs[0][1:])


def _explains_some(
    checks: Mapping[str, Evidence], wrong: Mapping[str, tuple[list[int], Criterion]], each: Mistake
) -> bool:
    return any(
        any(checks[name].is_mistakes(each, indices[:FIRST_LOOK], criterion))
        for name, (indices, criterion) in wrong.items()
        if indices
    )


def _tally(checks: Mapping[str, Evidence], wrong: Mapping[str, tuple[list[int], Criterion]], mistake: Mistake) -> Tally:
    """Hold a mistake against every call that was made."""
    explained: set[tuple[str, int]] = set()
    exact: set[str] = set()
    errors = made = values = agreed = 0
    has_values = False
    for name, evidence in checks.items():
        indices, criterion = wrong[name]
        calls = evidence.made
        theirs = [evidence.run(mistake, index) for index in calls]
        same = evidence.is_mistakes(mistake, calls, criterion)
        errs = evidence.errs(theirs, calls, criterion)
        both = [index for index in calls if same[index] and errs[index]]
        mine = set(both).intersection(indices)
        explained |= {(name, index) for index in mine}
        if mine and all(same) and len(evidence.got) == len(evidence.expected):
            exact.add(name)
        returned = [index for index in calls if theirs[index] and theirs[index][-1].ending is Ending.RETURNED]
        has_values |= not mine.isdisjoint(returned)
        errors, made = errors + sum(errs), made + len(both)
        values, agreed = values + len(returned), agreed + sum(same[index] for index in returned)
    return Tally(mistake, frozenset(explained), frozenset(exact), errors, made, has_values, values, agreed)


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
    """Return whether all calls agree."""
    return all(agreements(mine, theirs, tolerance, least))


def _is_alike(mine: Outcome, theirs: Outcome, tolerance: Tolerance, least: Agreement) -> bool:
    """Return whether two steps agree, apart from their results and the base types of their exceptions."""
    if mine.ending not in COMPARABLE or mine.changed != theirs.changed or len(mine.asked) != len(theirs.asked):
        return False
    for one, other in zip(mine.asked, theirs.asked, strict=True):
        if (one.spy, one.use) != (other.spy, other.use) or compare(one.args, other.args, tolerance).agreement < least:
            return False
    # numpy's AxisError is a ValueError, and no refusal of bad input
    return not (mine.raised and theirs.raised and mine.raised.type_name != theirs.raised.type_name)
