"""Draws are the same everywhere and fair; rounding is carried through as by hand; near answers are refused."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np
import pytest

from grader.core.generators import Rng
from grader.questions.numeric.rng import Draws
from grader.questions.numeric.rounding import (
    Keep,
    Values,
    WorkingStep,
    exactly,
    objection,
    steps,
    tolerances,
    with_a_pen,
)


def test_the_first_numbers_are_cut_from_the_hash_itself() -> None:
    key = hashlib.sha256(b"seed").digest()
    blocks = b"".join(hashlib.sha256(key + number.to_bytes(8, "big")).digest() for number in range(2))
    words = [int.from_bytes(blocks[start : start + 8], "big") for start in range(0, 64, 8)]
    draws = Draws("seed")
    assert [draws.integer(0, 2**64 - 1) for _ in words] == words


def test_draws_never_change() -> None:
    draws = Draws("golden")
    assert [draws.integer(0, 99) for _ in range(10)] == [96, 35, 68, 60, 36, 84, 66, 94, 12, 64]
    assert [draws.choice("abcde") for _ in range(10)] == list("daaaecbcec")
    assert draws.sample(range(100), 5) == [87, 47, 72, 29, 43]
    assert draws.shuffled("token") == list("netok")


def test_the_generators_of_checks_and_of_questions_have_the_same_methods() -> None:
    for rng in (Draws("both"), Rng(np.random.PCG64(7))):
        assert {rng.integer(1, 3) for _ in range(99)} == {int(rng.integers(1, 4)) for _ in range(99)} == {1, 2, 3}
        assert {int(rng.integers(2)) for _ in range(50)} == {0, 1}
        assert all(0 <= rng.random() < 1 for _ in range(99))
        assert rng.choice(["a", "b"]) in "ab"
        assert (sorted(rng.shuffled("cab")), len(set(rng.sample(range(9), 4)))) == (["a", "b", "c"], 4)
    assert Rng(np.random.PCG64(7)).normal() == np.random.default_rng(7).normal()


def test_every_number_comes_equally_often() -> None:
    draws, rolls = Draws("fair"), 6000
    counts = Counter(draws.integer(1, 6) for _ in range(rolls))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    chi_square = sum((each - rolls / 6) ** 2 / (rolls / 6) for each in counts.values())
    assert chi_square < 40  # five degrees of freedom: missed by chance once in six million seeds


@pytest.mark.parametrize(("low", "high"), [(1, 0), (0, 2**64)])
def test_an_empty_or_endless_range_is_refused(low: int, high: int) -> None:
    with pytest.raises(ValueError, match=f"there is no whole number to draw from {low} to {high}"):
        Draws("").integer(low, high)


def share(keep: Keep) -> Values:
    """Divide 2 by 3 by hand, after both were worked out from thirds."""
    one, whole = keep("part(one)", 2 / 3), keep("whole", 1.0)
    return (one / whole,)


def test_steps_are_recorded_in_order_with_their_groups() -> None:
    assert steps(share) == (WorkingStep("part(one)", 2 / 3), WorkingStep("whole", 1.0))
    assert [step.group for step in steps(share)] == ["part", "whole"]
    assert share(exactly) == (2 / 3,)


def test_a_tolerance_adds_up_what_each_rounded_step_can_do() -> None:
    assert tolerances(lambda keep: (4 * keep("x", 1 / 3) + 2 * keep("y", 1 / 7),), 3)[0] == pytest.approx(7 * 0.0005)


def test_a_step_that_needs_no_rounding_adds_nothing_and_there_is_a_least_tolerance() -> None:
    assert tolerances(lambda keep: (1000 * keep("x", 0.125),), 3) == (0.0015,)
    assert tolerances(lambda keep: (1000 * keep("x", 0.125),), 2) == (5.005,)


def test_a_pen_rounds_each_group_alike_and_groups_differently() -> None:
    def answer(keep: Keep) -> Values:
        return (keep("p(a)", 0.123), keep("p(b)", 0.456), keep("sum", 0.579))

    assert list(with_a_pen(answer, 1, 2)) == [
        (0.1, 0.5, 0.6),
        (0.1, 0.5, 0.58),
        (0.12, 0.46, 0.6),
        (0.12, 0.46, 0.58),
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        ((0.5,), {"a": (0.52,), "b": (0.6,)}, ""),
        ((0.5,), {"a": (0.505,)}, "`a` gives nearly the right answer"),
        ((0.5,), {"a": (0.5,)}, "`a` gives nearly the right answer"),
        ((0.5,), {"a": (0.6,), "b": (0.602,)}, "`a` and `b` give nearly the same"),
        ((0.5,), {"a": (0.6,), "b": (0.6,)}, ""),
        ((0.5,), {"a": (60000.0,), "b": (60000.0 + 1e-8,)}, ""),
        ((0.5, 0.5), {"a": (0.5, 0.9)}, ""),
        ((0.5, 0.5), {"a": (0.5, 0.501)}, "`a` gives nearly the right answer"),
        (("the", "a"), {"x": ("the",), "y": ("the", "a", "an"), "z": ("the",)}, ""),
        (("the", "a"), {"x": ("the", "a")}, "`x` gives nearly the right answer"),
        (("a", "b"), {"x": ("b", "a")}, ""),
    ],
)
def test_numbers_that_do_not_tell_right_from_wrong_are_refused(
    right: Values, wrong: dict[str, Values], reason: str
) -> None:
    assert objection(right, wrong, (0.01,) * len(right), (0.005,) * len(right)) == reason
