"""The evidence for diagnosis: the calls of a check, what function, solution and mistakes did in them."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from grader.checks.agreement import CRITERIA, Criterion, agreements, is_same_value, share_made
from grader.core.call import AllOutcomes, Ending, Outcomes
from grader.core.comparison import Tolerance
from grader.core.result import Mistake

MOST_TRIES = 100_000
"""The calls, and the questions to spies in them, after which the search for names ends: about 6 s for the course's largest
exercise, and never reached by others. No clock is asked, so that the same work has the same names on every machine."""
RunMistake = Callable[[Mistake, int], Outcomes]
"""Returns the outcomes of a mistake in the call at a position."""
LEAST_IN_COMMON = 0.8
"""The share of the errors, the function's and those of the mistakes that are named, in which both err alike."""
FIRST_LOOK = 3
"""Wrong answers of each check that all mistakes are held against: only one that explains some is run in all calls."""
FEW = 10
"""Calls of a check, usually fixed cases, in which all mistakes are run: that is done once for a class."""
MOST_CALLS = 500
"""Calls of a check that count: random inputs can be 10,000, and all say the same."""

Place = tuple[str, int]
"""A call: the name of its check, its position."""
Group = tuple[str, str]
"""A group that is judged apart: a function of the file; its values, refusals or changed arguments."""


class OutOfTriesError(Exception):
    """The search for the names of mistakes has come to its end."""


class Tries:
    """The calls of mistakes that the search for names may still make."""

    def __init__(self, most: int = MOST_TRIES) -> None:
        self._left = most

    def spend(self, calls: int) -> None:
        """Count calls, whether they are made now or were made before; raise OutOfTriesError if there were too many."""
        self._left -= calls
        if self._left < 0:
            raise OutOfTriesError


class Spot(NamedTuple):
    """A part of an answer: the check, the position of the call, the step, the index or key in a tuple or dict."""

    check: str
    call: int
    step: int
    part: Hashable


@dataclass
class Memory:
    """Answers of diagnosis that were found before, and are added to.

    `errors` says by a version of a mistake and a criterion whether it errs in each call: one dict for all learners
    with the same arguments. So does `places`, by the parts of answers that `apart` judges. The others are about one function's replies; `is_made` by the version of a mistake.
    """

    errors: dict[tuple[str, Criterion], list[bool]] = field(default_factory=dict)
    places: dict[tuple[str, Criterion], Sequence[tuple[Group, Spot]]] = field(default_factory=dict)
    wrong: tuple[list[int], Criterion] | None = None
    has_failed: bool | None = None
    is_made: dict[str, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class Evidence:
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
    memory: Memory = field(default_factory=Memory)
    fails: Callable[[Mistake], bool] = lambda mistake: True
    """Whether a mistake alone fails the check, if wrong answers can pass it."""
    function: str = ""
    """The function that the calls are of, where the file has several."""
    tries: Tries = field(default_factory=Tries)
    """The calls that diagnosis may still make, in all checks."""

    def spend(self, indices: Iterable[int], mistakes: int = 1) -> None:
        """Count the calls at some places, each with its questions to spies, as often as there are mistakes."""
        self.tries.spend(mistakes * sum(map(self.cost, indices)))

    def cost(self, index: int) -> int:
        """Return how many calls the solution makes or answers in a call."""
        return 1 + sum(len(outcome.asked) for outcome in self.expected[index])

    def errors_of(self, mistake: Mistake, criterion: Criterion) -> Sequence[bool]:
        """Return for each call that counts whether a mistake errs in it."""
        known = self.memory.errors
        key = (mistake.version, criterion)
        self.spend(self.made)
        if key not in known:
            calls = range(min(len(self.expected), MOST_CALLS))
            known[key] = self.errs([self.run(mistake, index) for index in calls], calls, criterion)
        return known[key][: len(self.made)]

    def shares(self, mistakes: Sequence[Mistake], indices: Sequence[int], criterion: Criterion) -> list[list[float]]:
        """Return for each mistake, for each call at `indices`, which share of the mistake's error the function makes.

        The function answered all these calls wrongly.
        """
        self.spend(indices, len(mistakes))
        # The same mistake written another way may leave 1e-17 where this version has 0.
        plain = replace(criterion.of(self.tolerance), exact_zeros=False)
        mine = self._judged(self.got, indices) * len(mistakes)  # all at once: one call of numpy instead of hundreds
        theirs = [self.judged(self.run(mistake, index)) for mistake in mistakes for index in indices]
        same = agreements(mine, theirs, plain, criterion.least)
        right = [self.expected[index] for index in indices] * len(mistakes)
        calls = zip(same, mine, theirs, right, strict=True)
        shares = [
            1.0 if is_same else share_made(one, other, solution, plain, criterion.least)
            for is_same, one, other, solution in calls
        ]
        return [shares[len(indices) * place : len(indices) * (place + 1)] for place in range(len(mistakes))]

    def is_made_exactly(self, mistake: Mistake) -> bool:
        """Return whether the function errs in just the calls in which a mistake does, and in the same way."""
        known = self.memory.is_made
        self.spend(self.made[:FIRST_LOOK])
        if mistake.version not in known:
            known[mistake.version] = self._is_made_exactly(mistake)
        return known[mistake.version]

    def _is_made_exactly(self, mistake: Mistake) -> bool:
        if len(self.expected) <= FEW:  # of fixed cases it is known where a mistake errs, whatever the seed
            wrong, criterion = self.wrong()
            errors = [index for index, is_error in enumerate(self.errors_of(mistake, criterion)) if is_error]
            return errors == wrong and self._is_all_made(mistake, wrong, criterion)
        return all(self._errs_alike(mistake, span) for span in (self.made[:FIRST_LOOK], self.made[FIRST_LOOK:]))

    def _errs_alike(self, mistake: Mistake, span: range) -> bool:
        theirs = {index: self.run(mistake, index) for index in span}
        # The same answer is right or wrong in both, which saves nearly all comparisons with the solution's.
        unequal = [
            index for index in span if not is_same_value(self.judged(self.got[index]), self.judged(theirs[index]))
        ]
        if not unequal:
            return True
        wrong, criterion = self.wrong()
        errs = self.errs([theirs[index] for index in unequal], unequal, criterion)
        errors = [index for index, is_error in zip(unequal, errs, strict=True) if is_error]
        is_same = errors == [index for index in unequal if index in wrong]
        return is_same and self._is_all_made(mistake, errors, criterion)

    def _is_all_made(self, mistake: Mistake, errors: Sequence[int], criterion: Criterion) -> bool:
        return not errors or set(self.shares([mistake], errors, criterion)[0]) == {1.0}

    def errs(self, all_outcomes: AllOutcomes, indices: Sequence[int], criterion: Criterion) -> list[bool]:
        """Return for each call at `indices` whether its outcomes are not the solution's."""
        mine, right = [self.judged(outcomes) for outcomes in all_outcomes], self._judged(self.expected, indices)
        return [not same for same in agreements(mine, right, criterion.of(self.tolerance), criterion.least)]

    def has_value(self, index: int) -> bool:
        """Return whether the solution returns something in a call, instead of refusing it."""
        return self.expected[index][-1].ending is not Ending.RAISED

    @property
    def has_done_something(self) -> bool:
        """Return whether the function has, in any call, returned or used one of its arguments."""
        return any(step.ending is Ending.RETURNED or step.asked for outcomes in self.got for step in outcomes)

    @property
    def made(self) -> range:
        return range(min(len(self.got), MOST_CALLS))

    def has_failed(self) -> bool:
        """Return whether the check failed and some call was answered wrongly; the first calls mostly say so."""
        if self.memory.has_failed is None:
            self.memory.has_failed = self.is_failed and self._has_failed()
        return self.memory.has_failed

    def _has_failed(self) -> bool:
        few = self.made[:FIRST_LOOK]
        return any(self.errs(self.got[: len(few)], few, CRITERIA[0])) or bool(self.wrong()[0])

    def wrong(self) -> tuple[list[int], Criterion]:
        """Return the calls that were answered wrongly, and the loosest criterion that finds any."""
        if self.memory.wrong is None:
            self.memory.wrong = self._wrong()
        return self.memory.wrong

    def _wrong(self) -> tuple[list[int], Criterion]:
        for criterion in CRITERIA if self.is_failed else CRITERIA[:1]:
            errs = self.errs(self.got[:MOST_CALLS], self.made, criterion)
            wrong = [index for index in self.made if errs[index]]
            if wrong:
                return wrong, criterion
        return [], CRITERIA[0]

    def _judged(self, outcomes: AllOutcomes, indices: Sequence[int]) -> list[Outcomes]:
        return [self.judged(outcomes[index]) for index in indices]

    def judged(self, outcomes: Outcomes) -> Outcomes:
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
