"""`distribution`: draws are held against exact probabilities."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from handmade import happened, raised, returned, setting

from grader.checks.distribution import Distribution, bound, chi_square, poisson_tail, rare_outcomes
from grader.checks.judgement import Judgement
from grader.child.codec import Opaque
from grader.core.call import Ending, Seed
from grader.core.comparison import Tolerance
from grader.core.result import Verdict

HALVES = {0: 0.5, 1: 0.5}
PAIRS = {(0, 1): 0.5, (1,): 0.5}
SIGNATURE = "f(p: Array[V], rng: Rng) -> int"
THIRDS = {0: 0.35, 1: 0.35, 2: 0.3}
HERE = setting(
    SIGNATURE,
    halves=lambda: HALVES,
    pairs=lambda: PAIRS,
    thirds=lambda: THIRDS,
    never=lambda: {0: 0.0, 1: 1.0},
    hardly=lambda: {0: 0.5, 1: 0.5 - 1e-6, 2: 1e-6},
)


def check(law: str = "halves", **more: Any) -> Distribution:
    """Make a check of 100 draws."""
    return Distribution(
        **{"name": "d", "points": 1, "kind": "distribution", "args": {"p": [0.5, 0.5]}, "seed_argument": "rng"}
        | {"law": law, "draws": 100}
        | more
    )


def judge(values: list[Any], law: str = "halves") -> Judgement:
    """Judge drawn values."""
    return check(law).judge(HERE, [], [returned(value) for value in values], [], Tolerance())


def test_each_draw_has_a_seed_of_its_own_and_the_same_ones_every_time() -> None:
    seeds = [call.steps[0].args[1] for call in check().calls(HERE)]
    assert len({seed.number for seed in seeds}) == 100
    assert seeds == [call.steps[0].args[1] for call in check().calls(HERE)]
    assert all(isinstance(seed, Seed) for seed in seeds)
    assert check().seed_of_calls(7) == 7


JUDGED = {
    "even": ([0, 1] * 50, "halves", ""),
    "numpy scalars": ([np.int64(0), np.int64(1)] * 50, "halves", ""),
    "arrays without dimensions": ([np.array(0), np.array(1)] * 50, "halves", ""),
    "a bit uneven": ([0] * 70 + [1] * 30, "halves", ""),
    "one only": ([0] * 100, "halves", "in 100 draws 0 came 100 times; about 50 are expected"),
    "impossible": ([0, 1] * 49 + [2], "halves", "drew 2, which has probability 0"),
    "text": (["0", 1] * 50, "halves", "drew '0', which has probability 0"),
    "nothing": ([None] * 100, "halves", "drew None, which has probability 0"),
    "a dict": ([{}] * 100, "halves", "drew '{}', which has probability 0"),
    "true and false": ([True, False] * 50, "halves", ""),
    "a tuple of arrays": ([(np.array(0), 1), [1]] * 50, "pairs", ""),
    "opaque": ([Opaque("Odd")] * 100, "halves", "drew '<Odd>', which has probability 0"),
    "too few": ([0] * 30 + [1] * 70, "halves", ""),
    "the worst of three": (
        [0] * 60 + [1] * 20 + [2] * 120,
        "thirds",
        "in 200 draws 2 came 120 times; about 60 are expected",
    ),
    "far too few": ([0] * 5 + [1] * 95, "halves", "in 100 draws 0 came 5 times; about 50 are expected"),
    "never": ([0] * 100, "never", "drew 0, which has probability 0"),
    "once what comes hardly ever": ([0, 1] * 9_999 + [0, 2], "hardly", ""),
    "three times what comes hardly ever": ([0, 1] * 9_998 + [0, 2, 2, 2], "hardly", ""),
    "too often what comes hardly ever": (
        [0, 1] * 9_998 + [2, 2, 2, 2],
        "hardly",
        "in 20000 draws 2 came 4 times; about 0 are expected",
    ),
    "uneven beside what comes hardly ever": (
        [0] * 10_600 + [1] * 9_400,
        "hardly",
        "in 20000 draws 0 came 10600 times; about 10000 are expected",
    ),
    "lists and arrays": ([[0, 1], np.array([1])] * 50, "pairs", ""),
}


@pytest.mark.parametrize(("values", "law", "message"), list(JUDGED.values()), ids=list(JUDGED))
def test_draws_follow_the_law_or_not(values: list[Any], law: str, message: str) -> None:
    judgement = judge(values, law)
    assert (judgement.verdict, judgement.message) == (Verdict.FAIL if message else Verdict.PASS, message)


@pytest.mark.parametrize(
    ("outcome", "verdict"),
    [
        (raised(KeyError), Verdict.ERROR),
        (raised(NotImplementedError), Verdict.NOT_ATTEMPTED),
        (happened(Ending.CRASHED), Verdict.CRASH),
    ],
    ids=["error", "stub", "crash"],
)
def test_a_draw_that_gives_nothing_is_judged_at_once(outcome: Any, verdict: Verdict) -> None:
    assert check().judge(HERE, [], [outcome, returned(0)], [], Tolerance()).index == 0
    judgement = check().judge(HERE, [], [returned(0), outcome], [], Tolerance())
    assert (judgement.verdict, judgement.index) == (verdict, 1)


def test_rare_outcomes_are_pooled() -> None:
    law = {0: 0.9, 1: 0.05, 2: 0.05, 3: 0.0}
    assert chi_square({0: 90, 1: 10}, law, 100) == (0.0, 1)
    assert chi_square({0: 100}, {0: 1.0}, 100) == (0.0, 1)
    thirds = {0: 0.45, 1: 0.45, 2: 0.04, 3: 0.04, 4: 0.02}  # means of 45, 45, and 10 for what is rare
    assert chi_square({0: 36, 1: 54, 2: 5, 4: 5}, thirds, 100) == (pytest.approx(3.6), 2)
    assert chi_square({0: 45, 1: 45}, thirds, 100) == (pytest.approx(10.0), 2)


def test_what_is_rare_even_together_has_no_cell_and_a_law_of_its_own() -> None:
    law = {0: 0.5, 1: 0.45, 2: 0.03, 3: 0.02}
    assert rare_outcomes(law, 100) == {2: 3.0, 3: 2.0}
    assert chi_square({0: 50, 1: 45, 2: 5}, law, 100) == (0.0, 2)
    assert rare_outcomes(law, 200) == {}
    assert poisson_tail(0, 0.02) == 1.0
    assert poisson_tail(1, 0.02) == pytest.approx(1 - math.exp(-0.02), rel=1e-9)
    assert poisson_tail(4, 0.02) == pytest.approx(6.5606e-9, rel=1e-3)


def test_what_was_never_drawn_counts_and_what_cannot_be_drawn_does_not() -> None:
    assert chi_square({0: 100}, HALVES, 100) == (100.0, 1)
    assert chi_square({0: 50, 1: 50}, {**HALVES, 2: 0.0}, 100) == (0.0, 1)


@pytest.mark.parametrize(("mean", "freedom"), [(9.75, 2), (10.0, 3)])
def test_an_outcome_that_is_expected_ten_times_has_a_cell_of_its_own(mean: float, freedom: int) -> None:
    law = {0: 0.5 - mean / 256, 1: 0.5 - mean / 256, 2: mean / 256, 3: mean / 256}
    assert chi_square({0: 128, 1: 128}, law, 256)[1] == freedom


@pytest.mark.parametrize(("freedom", "critical"), [(2, 32.2), (4, 38.2), (9, 50.2), (19, 69.8)], ids=str)
def test_the_bound_is_above_the_exact_critical_value(freedom: int, critical: float) -> None:
    """Critical values of chi-square at 1e-7: course/semantics.md, section 3.3."""
    assert critical < bound(freedom) < 1.43 * critical


PROBLEMS = [
    (check(), []),
    (check(seed_argument="seed"), [(("seed_argument",), "`f` takes no argument `seed`; its arguments are p, rng")]),
    (check(draws=1_000_000), []),
    (check(draws=1_000_001), [(("draws",), "`draws` is 1000001; write 1 to 1000000")]),
    (check(draws=1), []),
    (check(draws=0), [(("draws",), "`draws` is 0; write 1 to 1000000")]),
    (check(args={}), [(("args",), "the argument `p` is missing; add `p:`")]),
    (check("nowhere"), [(("law",), "there is no function `nowhere` in f_checks.py beside the solution; write it or correct the name")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("made", "expected"), PROBLEMS, ids=["right", "seed", "most", "too many", "one", "none", "argument", "law"]
)
def test_problems(made: Distribution, expected: list[Any]) -> None:
    assert list(made.problems(HERE)) == expected
