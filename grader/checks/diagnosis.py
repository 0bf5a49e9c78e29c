"""Name the mistake behind a function's wrong answers, or none.

A mistake is named if, of all calls in which the function or the mistake errs, both give the same wrong answer in four
fifths or more. All checks that were made count, not only those that failed. Two mistakes are named together if they
account for every error. Passing work is never diagnosed. tests/data/naming holds how often the name is true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from operator import is_
from typing import Any, NamedTuple

import numpy as np

from grader.core.call import AllOutcomes, Ending, Outcome, Outcomes, Value
from grader.core.comparison import Agreement, Tolerance, compare, compare_all, is_identical
from grader.core.result import Mistake

RunMistake = Callable[[Mistake, int], Outcomes]
"""Returns the outcomes of a mistake in the call at a position."""
COMPARABLE = (Ending.RETURNED, Ending.RAISED)
LEAST_IN_COMMON = 0.8
"""The share of the calls with an error, of the function or of the mistake, in which both make the same. Of 309 wrong
functions that make no listed mistake, one has more in common with some mistake; docs/decisions/0009-errors-in-common.md
says how the share was chosen."""
WITH_ZERO_FOR_NAN = 0.5
"""The weight of an answer that has 0 where the mistake's has nan, when mistakes are compared: less than of the same."""
FIRST_LOOK = 3
"""Wrong answers of each check that all mistakes are held against: only one that explains some is run in all calls."""
FEW = 10
"""Calls of a check, usually fixed cases, in which all mistakes are run: that is done once for a class."""
MOST_COMPARED = 6
"""Mistakes that are compared alone and in pairs: those that have the most in common with the function."""
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
    errors: KnownErrors | None = None
    """The calls in which mistakes err, for all learners with the same arguments; added to when they are looked for."""
    known: KnownAnswers | None = None
    """Answers to questions about `got`, for all learners with the same replies; added to when one is asked."""

    def errors_of(self, mistake: Mistake, criterion: Criterion) -> Sequence[bool]:
        """Return for each call that counts whether a mistake errs in it."""
        known: KnownErrors = {} if self.errors is None else self.errors
        key = (mistake.version, criterion)
        if key not in known:
            calls = range(min(len(self.expected), MOST_CALLS))
            known[key] = self.errs([self.run(mistake, index) for index in calls], calls, criterion)
        return known[key][: len(self.made)]

    def shares(self, mistakes: Sequence[Mistake], indices: Sequence[int], criterion: Criterion) -> list[list[float]]:
        """Return for each mistake, for each call at `indices`, which share of the mistake's error the function makes.

        The function answered all these calls wrongly.
        """
        # The same mistake written another way may leave 1e-17 where this version has 0.
        plain = replace(criterion.of(self.tolerance), exact_zeros=False)
        mine = self._judged(self.got, indices) * len(mistakes)  # all at once: one call of numpy instead of hundreds
        theirs = [self._one(self.run(each, index)) for each in mistakes for index in indices]
        same = agreements(mine, theirs, plain, criterion.least)
        right = [self.expected[index] for index in indices] * len(mistakes)
        calls = zip(same, mine, theirs, right, strict=True)
        shares = [
            1.0 if is_same else _partly(one, other, solution, plain, criterion.least)
            for is_same, one, other, solution in calls
        ]
        return [shares[len(indices) * each : len(indices) * (each + 1)] for each in range(len(mistakes))]

    def is_made_exactly(self, mistake: Mistake) -> bool:
        """Return whether the function errs in just the calls in which a mistake does, and in the same way."""
        is_made: bool = self._known(mistake.version, lambda: self._is_made_exactly(mistake))
        return is_made

    def _is_made_exactly(self, mistake: Mistake) -> bool:
        if len(self.expected) <= FEW:  # of fixed cases it is known where a mistake errs, whatever the seed
            wrong, criterion = self.wrong()
            errors = [index for index, is_error in enumerate(self.errors_of(mistake, criterion)) if is_error]
            return errors == wrong and self._is_all_made(mistake, wrong, criterion)
        return all(self._errs_alike(mistake, span) for span in (self.made[:FIRST_LOOK], self.made[FIRST_LOOK:]))

    def _errs_alike(self, mistake: Mistake, span: range) -> bool:
        theirs = {index: self.run(mistake, index) for index in span}
        # The same answer is right or wrong in both, which saves nearly all comparisons with the solution's.
        unequal = [index for index in span if not _is_identical(self._one(self.got[index]), self._one(theirs[index]))]
        if not unequal:
            return True
        wrong, criterion = self.wrong()
        errs = self.errs([theirs[index] for index in unequal], unequal, criterion)
        errors = [index for index, is_error in zip(unequal, errs, strict=True) if is_error]
        is_same = errors == [index for index in unequal if index in wrong]
        return is_same and self._is_all_made(mistake, errors, criterion)

    def _is_all_made(self, mistake: Mistake, errors: Sequence[int], criterion: Criterion) -> bool:
        """Return whether the function makes a mistake's whole error in each of some calls."""
        return not errors or set(self.shares([mistake], errors, criterion)[0]) == {1.0}

    def errs(self, all_outcomes: AllOutcomes, indices: Sequence[int], criterion: Criterion) -> list[bool]:
        """Return for each call at `indices` whether its outcomes are not the solution's."""
        mine, right = [self._one(each) for each in all_outcomes], self._judged(self.expected, indices)
        return [not same for same in agreements(mine, right, criterion.of(self.tolerance), criterion.least)]

    @property
    def has_done_something(self) -> bool:
        """Return whether the function has, in any call, returned or used one of its arguments."""
        return any(each.ending is Ending.RETURNED or each.asked for outcomes in self.got for each in outcomes)

    @property
    def made(self) -> range:
        """Return the positions of the calls that count."""
        return range(min(len(self.got), MOST_CALLS))

    def has_failed(self) -> bool:
        """Return whether the check failed and some call was answered wrongly; the first calls mostly say so."""
        has_failed: bool = self.is_failed and self._known("failed", self._has_failed)
        return has_failed

    def _has_failed(self) -> bool:
        few = self.made[:FIRST_LOOK]
        return any(self.errs(self.got[: len(few)], few, CRITERIA[0])) or bool(self.wrong()[0])

    def wrong(self) -> tuple[list[int], Criterion]:
        """Return the calls that were answered wrongly, and the loosest criterion that finds any."""
        wrong: tuple[list[int], Criterion] = self._known("wrong", self._wrong)
        return wrong

    def _known(self, question: str, answer: Callable[[], Any]) -> Any:
        """Return what is known about the same replies, or find it out."""
        if self.known is None:
            return answer()
        if question not in self.known:
            self.known[question] = answer()
        return self.known[question]

    def _wrong(self) -> tuple[list[int], Criterion]:
        for criterion in CRITERIA if self.is_failed else CRITERIA[:1]:
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


KnownAnswers = dict[str, Any]
"""The calls that a function answers wrongly, as `wrong`, whether there are any, as `failed`, and by the version of a
mistake, whether the function makes just that."""
KnownErrors = dict[tuple[str, Criterion], list[bool]]
"""By a version of a mistake and a criterion, whether it errs in each call."""
LAST_DIGITS = 1e-14
CRITERIA = (
    Criterion(Agreement.FLOAT32),
    # A check fails by less only if nothing else is wrong: by 1e-7, a 1e-17 in place of 0, a sum of small errors.
    Criterion(Agreement.SAME),
    Criterion(Agreement.SAME, exact_zeros=True),
    Criterion(Agreement.SAME, is_last_digit=True),
)


Place = tuple[str, int]
"""A call: the name of its check, its position."""
Wrong = Mapping[str, tuple[list[int], Criterion]]
"""The calls of each check that were answered wrongly, and the criterion that says so."""


class Tally(NamedTuple):
    """The calls in which a mistake errs, and those in which the function makes that error, each with the share of it."""

    mistake: Mistake
    errors: frozenset[Place]
    made: Mapping[Place, float]


def diagnose(checks: Mapping[str, Evidence], mistakes: Sequence[Mistake]) -> dict[str, Mistake]:
    """Return the mistake to name in each failed check whose wrong answers it mostly explains, by the check's name."""
    if not any(evidence.has_done_something for evidence in checks.values()):
        return {}  # exceptions alone say too little: `raise ValueError` would be each mistake that raises it
    failed = [name for name, evidence in checks.items() if evidence.has_failed()]
    exact = _made_exactly(checks, mistakes)[:MOST_COMPARED] if failed else []
    if exact:  # nothing can have more in common; finding it takes one run of it in all calls, and few of others
        return dict.fromkeys(failed, exact[0]) if len({each.name for each in exact}) == 1 else {}
    wrong = {name: evidence.wrong() for name, evidence in checks.items()}
    places = frozenset((name, index) for name, (indices, _) in wrong.items() for index in indices)
    tallies = [_tally(checks, wrong, each) for each in _explaining(checks, wrong, mistakes)]
    named = _named(tallies, places)
    found: dict[str, Mistake] = {}
    for name, (indices, _) in wrong.items():
        counts = [(sum(check == name for check, _ in each.made), each.mistake) for each in named]
        count, mistake = max(counts, key=lambda item: item[0], default=(0, None))
        if checks[name].is_failed and mistake and count and 2 * count >= len(indices):
            found[name] = mistake
    return found


def _made_exactly(checks: Mapping[str, Evidence], mistakes: Sequence[Mistake]) -> list[Mistake]:
    """Return the mistakes that explain every answer to all checks."""
    fewest_first = sorted(checks.values(), key=lambda evidence: len(evidence.expected))
    return [each for each in mistakes if all(evidence.is_made_exactly(each) for evidence in fewest_first)]


def _named(tallies: Sequence[Tally], wrong: frozenset[Place]) -> Sequence[Tally]:
    """Return the mistake that has the most in common with the function, or the two if it takes both to have enough."""
    ranked = sorted(tallies, key=lambda each: _in_common([each], wrong), reverse=True)[:MOST_COMPARED]
    pairs = [pair for pair in combinations(ranked, 2) if _are_both_made(*pair, wrong)]
    for groups, least in (([(each,) for each in ranked], LEAST_IN_COMMON), (pairs, 1.0)):
        shares = [(_in_common(group, wrong), group) for group in groups]
        best, group = max(shares, key=lambda item: item[0], default=((0.0, 0.0), ()))
        if best[0] >= least:
            names = {frozenset(each.mistake.name for each in group) for share, group in shares if share == best}
            return group if len(names) == 1 else ()
    return ()


def _in_common(group: Sequence[Tally], wrong: frozenset[Place]) -> tuple[float, float]:
    """Return the share of all errors, the function's and those of mistakes, that are in common, whole or in part."""
    made = {place: share for each in group for place, share in each.made.items()}
    errors = [each.errors for each in group]
    # Where both mistakes of a pair err, one hides the other.
    hidden = frozenset.intersection(*errors).difference(made) if len(group) > 1 else frozenset()
    every = len(wrong.union(*errors) - hidden) or 1
    return len(made) / every, sum(made.values()) / every


def _are_both_made(one: Tally, other: Tally, wrong: frozenset[Place]) -> bool:
    """Return whether each of two mistakes is all that is wrong in some check, and both are half of what is wrong in all."""
    mine, others = ({name for name in dict(wrong) if _is_all(name, each, wrong)} for each in (one, other))
    return bool(mine - others and others - mine) and 2 * len({*one.made, *other.made}) >= len(wrong)


def _is_all(check: str, tally: Tally, wrong: frozenset[Place]) -> bool:
    """Return whether the function errs in a check where the mistake does, and in the same way."""
    of_check = [{place for place in places if place[0] == check} for places in (wrong, tally.errors, tally.made)]
    return of_check[0] == of_check[1] == of_check[2]


def _explaining(checks: Mapping[str, Evidence], wrong: Wrong, mistakes: Sequence[Mistake]) -> list[Mistake]:
    """Return the mistakes that explain, at least in part, one of the first wrong answers of a failed check."""
    found: set[str] = set()
    for name, (indices, criterion) in wrong.items():
        others = [each for each in mistakes if each.version not in found]
        if indices and others and checks[name].is_failed:
            shares = checks[name].shares(others, indices[:FIRST_LOOK], criterion)
            found |= {each.version for each, some in zip(others, shares, strict=True) if any(some)}
    return [each for each in mistakes if each.version in found]


def _tally(checks: Mapping[str, Evidence], wrong: Wrong, mistake: Mistake) -> Tally:
    """Hold a mistake against every call that was made."""
    errs = {name: evidence.errors_of(mistake, wrong[name][1]) for name, evidence in checks.items()}
    errors = frozenset((name, index) for name, each in errs.items() for index, is_error in enumerate(each) if is_error)
    if not _can_be_named(errors, wrong):  # which saves most comparisons
        return Tally(mistake, errors, {})
    made: dict[Place, float] = {}
    for name, evidence in checks.items():
        indices, criterion = wrong[name]
        (shares,) = evidence.shares([mistake], indices, criterion)
        made |= {(name, at): share for at, share in zip(indices, shares, strict=True) if share and errs[name][at]}
    return Tally(mistake, errors, made)


def _can_be_named(errors: frozenset[Place], wrong: Wrong) -> bool:
    """Return whether a mistake could have enough in common with the function, alone or with another one."""
    places = frozenset((name, index) for name, (indices, _) in wrong.items() for index in indices)
    if len(errors & places) >= LEAST_IN_COMMON * len(errors | places):
        return True
    return any(
        {(name, index) for index in indices} == {each for each in errors if each[0] == name}
        for name, (indices, _) in wrong.items()
        if indices
    )


def _partly(mine: Outcomes, theirs: Outcomes, right: Outcomes, tolerance: Tolerance, least: Agreement) -> float:
    """Return which share of a mistake's error a function makes that does not do just the same in a call.

    It may have 0 where the mistake has nan, or err in some parts of a tuple or dict only, and be right in the others.
    """
    if not len(mine) == len(theirs) == len(right) == 1 or not _is_alike(mine[0], theirs[0], tolerance, least):
        return 0.0
    guarded = without_nan(theirs[0].value)
    if guarded is not theirs[0].value and compare(mine[0].value, guarded, tolerance).agreement >= least:
        return WITH_ZERO_FOR_NAN
    my_parts, their_parts, right_parts = (_parts(outcome.value) for (outcome,) in (mine, theirs, right))
    if not my_parts.keys() == their_parts.keys() == right_parts.keys():
        return 0.0

    def differing(parts: Mapping[Any, Value], others: Mapping[Any, Value]) -> set[Any]:
        return {key for key in parts if compare(parts[key], others[key], tolerance).agreement < least}

    wrong = differing(my_parts, right_parts)
    if not wrong.isdisjoint(differing(my_parts, their_parts)):
        return 0.0
    return len(wrong) / max(1, len(differing(their_parts, right_parts)))


def _parts(value: Value) -> Mapping[Any, Value]:
    """Return the parts of a tuple or dict, by place or key; of anything else none."""
    if isinstance(value, tuple):
        return dict(enumerate(value))
    return value if isinstance(value, dict) else {}


def without_nan(value: Value) -> Value:
    """Return a number, an array or a tuple of them with 0 for nan; the value itself if it has none."""
    if isinstance(value, tuple):
        parts = tuple(map(without_nan, value))
        return value if all(map(is_, parts, value)) else parts
    is_float = isinstance(value, float | np.ndarray) and np.asarray(value).dtype.kind == "f"
    return np.where(np.isnan(value), 0.0, value)[()] if is_float and np.isnan(value).any() else value


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


def _is_identical(mine: Outcomes, theirs: Outcomes) -> bool:
    """Return quickly whether two calls of one step returned the same, to the last bit, and did nothing else."""
    if not len(mine) == len(theirs) == 1:
        return False
    one, other = mine[0], theirs[0]
    are_plain = one.ending is other.ending is Ending.RETURNED and not (one.asked or other.asked)
    return are_plain and one.changed == other.changed and is_identical(one.value, other.value)


def _is_alike(mine: Outcome, theirs: Outcome, tolerance: Tolerance, least: Agreement) -> bool:
    """Return whether two steps agree, apart from their results and the base types of their exceptions."""
    if mine.ending not in COMPARABLE or mine.changed != theirs.changed or len(mine.asked) != len(theirs.asked):
        return False
    for one, other in zip(mine.asked, theirs.asked, strict=True):
        if (one.spy, one.use) != (other.spy, other.use) or compare(one.args, other.args, tolerance).agreement < least:
            return False
    # numpy's AxisError is a ValueError, and no refusal of bad input
    return not (mine.raised and theirs.raised and mine.raised.type_name != theirs.raised.type_name)
