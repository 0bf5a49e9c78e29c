"""Name the mistake behind a function's wrong answers, or none.

A mistake is named if, of all calls in which the function or the mistake errs, both give the same wrong answer in four
fifths or more, and the function makes the mistake in each check in which the mistake errs three times. All checks that
were made count, not only those that failed; of values, the calls that have one, if any of these is wrong. `apart` looks at what
this leaves open. Passing work is never diagnosed. tests/corpus/naming holds how often the name is true.
"""

import contextlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.checks.agreement import Criterion
from grader.checks.apart import Combine, diagnose_apart, is_contradicted
from grader.checks.evidence import FIRST_LOOK, LEAST_IN_COMMON, Evidence, OutOfTriesError, Place
from grader.core.result import Mistake

MOST_COMPARED = 6
"""Mistakes that explain every answer, and are compared by their names."""


Wrong = Mapping[str, tuple[list[int], Criterion]]
"""The calls of each check that were answered wrongly, and the criterion that says so."""


class Tally(NamedTuple):
    """The calls in which a mistake errs, and those in which the function makes that error, each with the share of it."""

    mistake: Mistake
    errors: frozenset[Place]
    made: Mapping[Place, float]


def diagnose(
    checks: Mapping[str, Evidence], mistakes: Sequence[Mistake], combine: Combine = lambda mistakes: None
) -> dict[str, Mistake]:
    """Return the mistake to name in each failed check whose wrong answers it mostly explains, by the check's name."""
    if not any(evidence.has_done_something for evidence in checks.values()):
        return {}  # exceptions alone say too little: `raise ValueError` would be each mistake that raises it
    failed = [name for name, evidence in checks.items() if evidence.has_failed()]
    found: dict[str, Mistake] = {}
    named: dict[str, Mistake] = {}
    with contextlib.suppress(OutOfTriesError):
        exact = _own_first(checks, _made_exactly(checks, mistakes)[:MOST_COMPARED]) if failed else []
        if exact:  # nothing can have more in common; finding it takes one run of it in all calls, and few of others
            return dict.fromkeys(failed, exact[0]) if len({mistake.name for mistake in exact}) == 1 else {}
        found = named = diagnose_as_a_whole(checks, mistakes)
        named = found | diagnose_apart(checks, mistakes, combine, found)
    refusals = [name for name in failed if not all(map(checks[name].has_value, checks[name].wrong()[0]))]
    main = {mistake.name for mistake in found.values()}
    if not all(name in named and named[name].name in main for name in refusals):
        return {name: mistake._replace(is_partial=True) for name, mistake in named.items()}
    return named


def diagnose_as_a_whole(checks: Mapping[str, Evidence], mistakes: Sequence[Mistake]) -> dict[str, Mistake]:
    """Return the mistake that nearly all errors are.

    If values are wrong, they alone count: what is not refused may have another cause, and is looked at apart.
    """
    wrong = {name: evidence.wrong() for name, evidence in checks.items()}
    of_values = {name: [at for at in indices if checks[name].has_value(at)] for name, (indices, _) in wrong.items()}
    only_values = any(of_values.values())
    if only_values:
        wrong = {name: (of_values[name], criterion) for name, (_, criterion) in wrong.items()}
    places = frozenset((name, index) for name, (indices, _) in wrong.items() for index in indices)
    tallies = [
        _tally(checks, wrong, mistake, only_values=only_values) for mistake in _explaining(checks, wrong, mistakes)
    ]
    one = _named(tallies, places)
    return (
        {}
        if one is None
        else {
            name: one.mistake
            for name, (indices, _) in wrong.items()
            if checks[name].is_failed and 0 < len(indices) <= 2 * sum(check == name for check, _ in one.made)
        }
    )


def _own_first(checks: Mapping[str, Evidence], mistakes: Sequence[Mistake]) -> Sequence[Mistake]:
    """Return of mistakes that do the same those in the function that errs, not in one that it calls; all if there is none."""
    erring = {evidence.function for evidence in checks.values() if evidence.has_failed()}
    own = [mistake for mistake in mistakes if erring & {*mistake.changes}]
    return own or mistakes


def _made_exactly(checks: Mapping[str, Evidence], mistakes: Sequence[Mistake]) -> list[Mistake]:
    """Return the mistakes that explain every answer to all checks."""
    fewest_first = sorted(checks.values(), key=lambda evidence: sum(map(evidence.cost, evidence.made)))
    return [mistake for mistake in mistakes if all(evidence.is_made_exactly(mistake) for evidence in fewest_first)]


def _named(tallies: Sequence[Tally], wrong: frozenset[Place]) -> Tally | None:
    """Return the mistake that has most in common with the function, if that is enough and no other has as much."""
    fitting = [tally for tally in tallies if not is_contradicted(tally.errors, tally.made)]
    shares = [(_in_common(tally, wrong), tally) for tally in fitting]
    best, one = max(shares, key=lambda item: item[0], default=((0.0, 0.0), None))
    names = {tally.mistake.name for share, tally in shares if share == best}
    return one if best[0] >= LEAST_IN_COMMON and len(names) == 1 else None


def _in_common(tally: Tally, wrong: frozenset[Place]) -> tuple[float, float]:
    """Return the share of all errors, the function's and the mistake's, that are in common, whole or in part."""
    every = len(wrong | tally.errors) or 1
    return len(tally.made) / every, sum(tally.made.values()) / every


def _explaining(checks: Mapping[str, Evidence], wrong: Wrong, mistakes: Sequence[Mistake]) -> list[Mistake]:
    """Return the mistakes that explain, at least in part, one of the first wrong answers of a failed check."""
    found: set[str] = set()
    for name, (indices, criterion) in sorted(
        wrong.items(), key=lambda item: sum(map(checks[item[0]].cost, item[1][0]))
    ):
        others = [mistake for mistake in mistakes if mistake.version not in found]
        if indices and others and checks[name].is_failed:
            cheapest = sorted(indices, key=checks[name].cost)[:FIRST_LOOK]
            shares = checks[name].shares(others, cheapest, criterion)
            found |= {mistake.version for mistake, some in zip(others, shares, strict=True) if any(some)}
    return [mistake for mistake in mistakes if mistake.version in found]


def _tally(checks: Mapping[str, Evidence], wrong: Wrong, mistake: Mistake, *, only_values: bool) -> Tally:
    """Hold a mistake against every call that was made."""
    errs = {name: evidence.errors_of(mistake, wrong[name][1]) for name, evidence in checks.items()}
    errors = frozenset(
        (name, index)
        for name, of_check in errs.items()
        for index, is_error in enumerate(of_check)
        if is_error and (not only_values or checks[name].has_value(index))
    )
    places = {(name, index) for name, (indices, _) in wrong.items() for index in indices}
    if len(errors & places) < LEAST_IN_COMMON * len(errors | places):  # which saves most comparisons
        return Tally(mistake, errors, {})
    made: dict[Place, float] = {}
    for name, evidence in checks.items():
        indices, criterion = wrong[name]
        (shares,) = evidence.shares([mistake], indices, criterion)
        made |= {(name, at): share for at, share in zip(indices, shares, strict=True) if share and errs[name][at]}
    return Tally(mistake, errors, made)
