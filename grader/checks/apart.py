"""Name mistakes in work that has more wrong with it than one of them: unfinished, or with two slips.

`diagnosis` holds a mistake against everything that is wrong. Where that names none, refusals, changed arguments and
values are judged apart, and each function of a file, each step of a call, each part of a tuple or dict. Of each such
group, one to three mistakes are named that err only where the function errs, account for four fifths of its errors, and
are made in two thirds of the places where none of the others errs. docs/decisions/0009-errors-in-common.md has the
figures.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice
from types import MappingProxyType
from typing import NamedTuple

from grader.checks.agreement import REFUSALS, VALUES, Criterion, agreements, differing_parts, error_of
from grader.checks.evidence import LEAST_IN_COMMON, Evidence, Group, Place, Spot
from grader.core.call import Ending, Outcomes, parts_of
from grader.core.result import Mistake

LEAST_MADE = 0.65
"""The share of a mistake's own errors, where no other that is named errs, that the function makes."""
MOST_OUTSIDE = 0.1
"""The share of a mistake's errors where the function may be right: there another slip can hide it."""
FEWEST_ERRORS = 2
"""Wrong values that a mistake has to be alone, to be named with others: one may be an accident."""
FEWEST_CONTRADICTING = 3
"""Errors of a mistake in a check of which the function makes none: its error is another one."""
MOST_TOGETHER = 3
MOST_COMPARED = 6
"""Mistakes that are combined: those that the function makes in most places."""
MOST_CALLS = 60
"""Calls of a check that count here: each is compared on its own."""

MOST_TRIED = 200
"""Combinations of mistakes that are made in one function and run; docs/decisions/0009-errors-in-common.md has their time."""

Spots = dict[Group, set[Spot]]
Combine = Callable[[Sequence[Mistake]], Mistake | None]
"""Returns a function that makes several mistakes, or None if their edits overlap."""


class Held(NamedTuple):
    """A mistake held against the function in one group: where it errs, and where the function makes that error.

    `alike` counts the refusals that are missing in the same way: the same value is returned instead.
    """

    mistake: Mistake
    errors: frozenset[Spot]
    made: frozenset[Spot]
    alike: int


def diagnose_apart(
    checks: Mapping[str, Evidence],
    mistakes: Sequence[Mistake],
    combine: Combine = lambda mistakes: None,
    named: Mapping[str, Mistake] = MappingProxyType({}),
) -> dict[str, Mistake]:
    """Return the mistakes to name, each one of several that are made, by the names of failed checks.

    `named` are those that nearly all wrong values are: only what they leave open is looked at.
    """
    wrong = _wrong(checks)
    main = {mistake.name for mistake in named.values()}
    held: dict[Group, list[Held]] = defaultdict(list)
    for mistake in mistakes:
        for group, errors in _errors(checks, wrong, mistake, is_main=mistake.name in main).items():
            if group in wrong and _counts(group, wrong):
                held[group].append(_hold(checks, mistake, group, errors, wrong[group]))
    found: dict[str, Mistake] = {}
    for group, places in wrong.items():
        if main and group[1] != REFUSALS:
            continue
        explaining = _explaining(held[group], frozenset(places), group)
        of_group = _named_most(checks, explaining)
        if not of_group and group[1] == VALUES:
            of_group = _named_together(checks, places, _find_combination(checks, held[group], group, places, combine))
        found = {**of_group, **found} if group[1] == REFUSALS else {**found, **of_group}
    return {check: mistake for check, mistake in found.items() if check not in named}


def _named_most(checks: Mapping[str, Evidence], made: Sequence[Held]) -> dict[str, Mistake]:
    """Return by failed checks, of some mistakes, the one that is made most there."""
    found: dict[str, Mistake] = {}
    most: Counter[str] = Counter()
    for one in made:
        for check, count in Counter(place.check for place in one.made).items():
            if count > most[check] and checks[check].is_failed and checks[check].fails(one.mistake):
                found[check], most[check] = one.mistake._replace(is_partial=True), count
    return found


def _named_together(
    checks: Mapping[str, Evidence], wrong: Collection[Spot], together: Sequence[Held]
) -> dict[str, Mistake]:
    """Return mistakes that were found together, by failed checks in which they err: each of them once, if possible."""
    found: dict[str, Mistake] = {}
    for check in [
        check for check in checks if checks[check].is_failed and any(place.check == check for place in wrong)
    ]:
        erring = [one.mistake for one in together if any(place.check == check for place in one.errors)]
        named = [mistake.name for mistake in found.values()]
        for mistake in sorted(erring, key=lambda mistake: named.count(mistake.name))[:1]:
            if checks[check].fails(mistake):
                found[check] = mistake._replace(is_partial=True)
    return found


def _find_combination(
    checks: Mapping[str, Evidence], held: Sequence[Held], group: Group, wrong: set[Spot], combine: Combine
) -> Sequence[Held]:
    """Return the mistakes that, made in one function, give exactly its values in every call; of several such sets, what is in all."""
    calls = _value_calls(checks, group, wrong) if len(wrong) >= FEWEST_CONTRADICTING else []
    for tried in (_pairs(held, wrong), _triples(held)) if calls else ():
        fitting = [
            together
            for together in islice(tried, MOST_TRIED)
            if (both := combine([one.mistake for one in together])) and _gives_all_values(checks, calls, both)
        ]
        if fitting:
            names = [{one.mistake.name for one in together} for together in fitting]
            return [one for one in fitting[0] if all(one.mistake.name in others for others in names)]
    return ()


def _pairs(held: Sequence[Held], wrong: set[Spot]) -> list[tuple[Held, ...]]:
    """Return the pairs of mistakes that can both be made, first those whose errors have most in common with the function's."""
    possible = [
        (one, other)
        for one, other in combinations(held, 2)
        if one.mistake.name != other.mistake.name and _is_possible(one, other) and _is_possible(other, one)
    ]
    return sorted(possible, key=lambda pair: _in_common(pair[0].errors | pair[1].errors, wrong), reverse=True)


def _triples(held: Sequence[Held]) -> Iterator[tuple[Held, ...]]:
    """Yield sets of three mistakes each of which alone gives an answer of the function that no other mistake gives."""
    counts = Counter(place for one in held for place in one.made)
    needed = [one for one in held if any(counts[place] == 1 for place in one.made)]
    return combinations(needed, 3)


def _value_calls(checks: Mapping[str, Evidence], group: Group, wrong: set[Spot]) -> list[Place]:
    """Return the calls of a function that have a value, the first wrong one of each check first, since it refutes soonest."""
    calls = [
        (name, index)
        for name, evidence in checks.items()
        if evidence.function == group[0]
        for index in range(min(len(evidence.got), MOST_CALLS))
        if evidence.expected[index][-1].ending is Ending.RETURNED
    ]
    first = {
        name: min(place.call for place in wrong if place.check == name) for name in {place.check for place in wrong}
    }
    return sorted(calls, key=lambda call: first.get(call[0]) != call[1])


def _gives_all_values(checks: Mapping[str, Evidence], calls: Sequence[Place], mistake: Mistake) -> bool:
    """Return whether a mistake gives the function's value in each of some calls."""
    for name, index in calls:
        evidence = checks[name]
        evidence.spend([index])
        _, criterion = evidence.wrong()
        tolerance = replace(criterion.of(evidence.tolerance), exact_zeros=False)
        mine, theirs = (evidence.judged(each) for each in (evidence.got[index], evidence.run(mistake, index)))
        right = evidence.judged(evidence.expected[index])
        parts = differing_parts(mine, theirs, right, tolerance, criterion.least)
        if any(topic == VALUES for topic, _, _ in parts):
            return False
    return True


def _is_possible(one: Held, other: Held) -> bool:
    """Return whether a function makes a mistake where another one gives right answers, as both together would."""
    own = one.errors - other.errors
    return len(own & one.made) >= LEAST_MADE * len(own)


def _in_common(errors: frozenset[Spot], wrong: set[Spot]) -> float:
    return len(errors & wrong) / len(errors | wrong)


def _counts(group: Group, wrong: Spots) -> bool:
    """Return whether a group may get a name: missing refusals alone look the same for too many reasons."""
    return group[1] != REFUSALS or any(topic != REFUSALS for _, topic in wrong)


def _wrong(checks: Mapping[str, Evidence]) -> Spots:
    """Return where the function errs, by group; what is not written yet is no error."""
    wrong: dict[Group, set[Spot]] = defaultdict(set)
    for name, evidence in checks.items():
        indices, criterion = evidence.wrong()
        for index in indices:
            if index < MOST_CALLS:
                for group, place in _differences(name, evidence, index, evidence.got[index], criterion):
                    if place.step < _written(evidence, index):
                        wrong[group].add(place)
    return wrong


def _written(evidence: Evidence, index: int) -> int:
    """Return how many steps of a call the function made before one that still raises NotImplementedError."""
    outcomes = evidence.got[index]
    unwritten = (step for step, outcome in enumerate(outcomes) if error_of(outcome)[1] == "NotImplementedError")
    return next(unwritten, len(evidence.expected[index]))


def _errors(checks: Mapping[str, Evidence], wrong: Spots, mistake: Mistake, *, is_main: bool = False) -> Spots:
    """Return where a mistake errs, by group, if the function errs there as well."""
    errors: dict[Group, set[Spot]] = defaultdict(set)
    # Few calls first: these are fixed cases, which all learners share, and they rule out most mistakes.
    for name, evidence in sorted(checks.items(), key=lambda item: sum(map(item[1].cost, item[1].made))):
        for group, place in _errors_of_check(name, evidence, mistake):
            if place.call < len(evidence.got) and place.step < _written(evidence, place.call):
                errors[group].add(place)
        outside = {group: len(places - wrong.get(group, set())) for group, places in errors.items()}
        if outside and all(count > 1 + MOST_OUTSIDE * len(errors[group]) for group, count in outside.items()):
            return {}
    # A mistake in values that lets bad input through as well is not what keeps this function from refusing it.
    mistaken = set() if is_main else {function for function, topic in errors if topic == VALUES}
    return {
        (function, topic): places
        for (function, topic), places in errors.items()
        if outside[function, topic] <= MOST_OUTSIDE * len(places) and (topic == VALUES or function not in mistaken)
    }


def _errors_of_check(name: str, evidence: Evidence, mistake: Mistake) -> Sequence[tuple[Group, Spot]]:
    """Return where a mistake errs in the first calls of a check."""
    _, criterion = evidence.wrong()
    known, key = evidence.memory.places, (mistake.version, criterion)
    evidence.spend(range(min(len(evidence.got), MOST_CALLS)))
    if key not in known:
        calls = range(min(len(evidence.expected), MOST_CALLS))
        outcomes = [evidence.run(mistake, index) for index in calls]
        errs = evidence.errs(outcomes, calls, criterion)
        known[key] = [
            found
            for index in calls
            if errs[index]
            for found in _differences(name, evidence, index, outcomes[index], criterion)
        ]
    return known[key]


def _differences(
    name: str, evidence: Evidence, index: int, outcomes: Outcomes, criterion: Criterion
) -> Iterator[tuple[Group, Spot]]:
    """Yield where outcomes of a call differ from the solution's."""
    right = evidence.judged(evidence.expected[index])
    tolerance = criterion.of(evidence.tolerance)
    for topic, step, part in differing_parts(evidence.judged(outcomes), right, right, tolerance, criterion.least):
        yield (evidence.function, topic), Spot(name, index, step, part)


def _hold(checks: Mapping[str, Evidence], mistake: Mistake, group: Group, errors: set[Spot], wrong: set[Spot]) -> Held:
    """Hold a mistake against the function in all calls of a group in which both err."""
    places: dict[str, dict[int, list[Spot]]] = defaultdict(lambda: defaultdict(list))
    for place in errors & wrong:
        places[place.check][place.call].append(place)
    held = [_held_in_check(checks[name], mistake, group[1], by_call) for name, by_call in places.items()]
    made = frozenset(place for here, _ in held for place in here)
    return Held(mistake, frozenset(errors), made, sum(alike for _, alike in held))


def _held_in_check(
    evidence: Evidence, mistake: Mistake, topic: str, places: Mapping[int, Sequence[Spot]]
) -> tuple[list[Spot], int]:
    """Return where a function makes a mistake's error, of some places by their calls, and how many refusals are alike."""
    _, criterion = evidence.wrong()
    # The same mistake written another way may leave 1e-17 where this version has 0.
    tolerance = replace(criterion.of(evidence.tolerance), exact_zeros=False)
    mine = [evidence.judged(evidence.got[index]) for index in places]
    theirs = [evidence.judged(evidence.run(mistake, index)) for index in places]
    right = [evidence.judged(evidence.expected[index]) for index in places]
    # All calls at once, which saves most comparisons of parts.
    same = agreements(mine, theirs, tolerance, criterion.least)
    made: list[Spot] = []
    for here, is_same, one, other, solution in zip(places.values(), same, mine, theirs, right, strict=True):
        if is_same:
            made += here
        elif not _is_plain(one, other, solution):  # of a plain answer there is nothing else that could be alike
            parts = differing_parts(one, other, solution, tolerance, criterion.least)
            differing = {(step, part) for of_part, step, part in parts if of_part == topic}
            made += [place for place in here if (place.step, place.part) not in differing]
    return made, sum(same) if topic == REFUSALS else 0


def _is_plain(*all_outcomes: Outcomes) -> bool:
    """Return whether outcomes of a call, the solution's last, are one value each, without parts."""
    are_single = all(len(outcomes) == 1 and not (outcomes[0].asked or outcomes[0].changed) for outcomes in all_outcomes)
    solution = all_outcomes[-1][0]
    return are_single and solution.ending is Ending.RETURNED and not parts_of(solution.value)


def _explaining(held: Sequence[Held], wrong: frozenset[Spot], group: Group) -> Sequence[Held]:
    """Return the fewest mistakes that together account for most errors; of several such sets, what is in all of them."""
    function, topic = group
    least = 1 if topic == REFUSALS else FEWEST_ERRORS
    ranked = sorted(held, key=lambda one: len(one.made), reverse=True)[:MOST_COMPARED]
    for count in range(1, MOST_TOGETHER + 1):
        groups = [each for each in combinations(ranked, count) if len({one.mistake.name for one in each}) == count]
        shares = [_shares(each, wrong, least) for each in groups]
        best = max(shares, default=(0.0,))
        if best > (0.0,):
            fitting = [each for each, share in zip(groups, shares, strict=True) if share == best]
            # Of mistakes that look the same, that of the function itself, not of one that it calls.
            fitting = [each for each in fitting if all(function in one.mistake.changes for one in each)] or fitting
            names = [{one.mistake.name for one in each} for each in fitting]
            return [one for one in fitting[0] if all(one.mistake.name in others for others in names)]
    return ()


def _shares(together: Sequence[Held], wrong: frozenset[Spot], least: int) -> tuple[float, ...]:
    """Return how much of all errors some mistakes account for, or 0 if it is too little; best first, for comparison."""
    errors = frozenset[Spot]().union(*(one.errors for one in together))
    explained = len(wrong & errors) / len(wrong | errors)
    own = [one.errors.difference(*(other.errors for other in together if other is not one)) for one in together]
    made = [len(mine & one.made) for mine, one in zip(own, together, strict=True)]
    is_enough = all(
        len(mine) >= least and count >= LEAST_MADE * len(mine) for mine, count in zip(own, made, strict=True)
    ) and not any(is_contradicted(mine, one.made) for mine, one in zip(own, together, strict=True))
    # Where two err, one hides the other; in most places one of them has to be seen.
    is_seen = 2 * len(frozenset[Spot]().union(*(one.made for one in together))) >= len(wrong)
    if explained < LEAST_IN_COMMON or not is_enough or not is_seen or not _are_several(together, wrong):
        return (0.0,)
    return explained, sum(made) / sum(map(len, own)), sum(one.alike for one in together)


def is_contradicted(errors: Iterable[Spot | Place], made: Collection[Spot | Place]) -> bool:
    """Return whether a function makes none of the errors of a mistake that errs three times or more in some check."""
    shown = {check for check, *_ in made}
    return any(
        count >= FEWEST_CONTRADICTING for count in Counter(check for check, *_ in errors if check not in shown).values()
    )


def _are_several(together: Sequence[Held], wrong: frozenset[Spot]) -> bool:
    """Return whether some mistakes are not the parts of one bigger mistake, into which its errors can be divided.

    Each is all that is wrong in a check, or in a part of its answers, or errs where another one errs as well.
    """
    spots = {(place.check, place.part) for place in wrong}

    def is_alone(one: Held) -> bool:
        return any(_at(spot, wrong) == _at(spot, one.errors) == _at(spot, one.made) for spot in spots)

    return len(together) == 1 or all(
        is_alone(one) or any(one.errors & other.errors for other in together if other is not one) for one in together
    )


def _at(spot: tuple[str, Hashable], places: frozenset[Spot]) -> frozenset[Spot]:
    return frozenset(place for place in places if (place.check, place.part) == spot)
