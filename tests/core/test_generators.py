"""Random arguments: what each kind promises, and that the same seed draws the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.core.generators import KINDS, Choice, Ids, Integer, Logits, Number, Probabilities

SPECS: list[Any] = [
    Logits(kind="logits", ties=1.0, banned=1.0),
    Logits(kind="logits", limit=2.0, whole=1.0, ties=0.0),
    Probabilities(kind="probabilities", ties=1.0, zeros=1.0),
    Number(kind="number", low=0.25, high=1.0),
    Integer(kind="integer", low=1, high=3),
    Integer(kind="integer", beyond_size=2),
    Choice(kind="choice", values=("a", "b")),
    Ids(kind="ids", least=1, most=4),
]
SIZES = (1, 2, 5, 10, 60)


@pytest.mark.parametrize("spec", SPECS, ids=repr)
def test_the_same_seed_draws_the_same(spec: Any) -> None:
    one, other = (
        [getattr(spec, how)(np.random.default_rng(3), size) for size in SIZES for how in ("draw", "simple")]
        for _ in range(2)
    )
    assert repr(one) == repr(other)


def drawn(spec: Any, size: int) -> list[Any]:
    """Draw fifty values, and fifty simple ones."""
    rng = np.random.default_rng(7)
    return [spec.draw(rng, size) for _ in range(50)] + [spec.simple(rng, size) for _ in range(50)]


@pytest.mark.parametrize("size", SIZES)
def test_logits_are_float64_bounded_tied_and_never_all_banned(size: int) -> None:
    for logits in drawn(SPECS[0], size):
        assert logits.dtype == np.float64
        assert logits.shape == (size,)
        assert np.isfinite(logits).any()
        assert np.isneginf(logits).any() == (size > 1)
    for logits in drawn(SPECS[1], size):
        assert (np.abs(logits) <= 3).all()
        assert (logits == np.round(logits)).all()


@pytest.mark.parametrize("size", SIZES)
def test_probabilities_add_up_to_1(size: int) -> None:
    for p in drawn(SPECS[2], size):
        assert p.shape == (size,)
        assert (p >= 0).all()
        assert abs(p.sum() - 1) < 1e-12
    zeros = [(p == 0).any() for p in drawn(SPECS[2], size)[:50]]
    assert all(zeros) == (size > 1)


def test_numbers_stay_within_their_bounds_and_simple_ones_are_simple() -> None:
    values = drawn(SPECS[3], 5)
    assert all(0.25 <= value <= 1.0 for value in values)
    assert set(values[50:]) == {0.5, 1.0}
    narrow = Number(kind="number", low=0.6, high=0.7)
    assert all(0.6 <= value <= 0.7 for value in drawn(narrow, 5))


def test_integers_reach_both_bounds() -> None:
    assert set(drawn(SPECS[4], 5)) == {1, 2, 3}
    assert set(drawn(SPECS[5], 3)) == {0, 1, 2, 3, 4, 5}
    assert set(drawn(Integer(kind="integer", low=4, high=2), 3)) == {4}
    assert set(drawn(Integer(kind="integer"), 1)) == {0, 1}


def test_ids_are_below_the_size_and_as_many_as_asked() -> None:
    lists = drawn(SPECS[7], 3)
    assert {len(ids) for ids in lists[:50]} == {1, 2, 3, 4}
    assert {len(ids) for ids in lists[50:]} == {1, 2}
    assert {token for ids in lists for token in ids} == {0, 1, 2}


def test_every_kind_is_known_by_its_name() -> None:
    assert sorted(KINDS) == ["choice", "ids", "integer", "logits", "number", "probabilities", "vector"]
