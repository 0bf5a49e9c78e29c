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


def test_choices_are_all_chosen() -> None:
    assert set(drawn(SPECS[6], 1)) == {"a", "b"}


def test_ids_are_below_the_size_and_as_many_as_asked() -> None:
    lists = drawn(SPECS[7], 3)
    assert {len(ids) for ids in lists[:50]} == {1, 2, 3, 4}
    assert {len(ids) for ids in lists[50:]} == {1, 2}
    assert {token for ids in lists for token in ids} == {0, 1, 2}


def share(holds: Any, vectors: list[Any]) -> float:
    """Return the share of vectors of which something holds."""
    return float(np.mean([bool(holds(vector)) for vector in vectors]))


def has_ties(vector: Any) -> bool:
    """Return whether two numbers are equal."""
    return len(np.unique(vector)) < len(vector)


def test_what_an_author_leaves_out_has_the_documented_share() -> None:
    rng = np.random.default_rng(7)
    logits = [Logits(kind="logits").draw(rng, 30) for _ in range(400)]
    whole = [each for each in logits if (each == np.round(each)).all()]
    assert 0.06 < len(whole) / 400 < 0.15
    others = [each for each in logits if not (each == np.round(each)).all()]
    assert 0.13 < share(has_ties, others) < 0.28
    assert np.isfinite(logits).all()
    assert 2.8 < np.std(logits) < 3.2
    p = [Probabilities(kind="probabilities").draw(rng, 30) for _ in range(400)]
    assert 0.13 < share(has_ties, p) < 0.28
    assert share(lambda each: (each == 0).any(), p) == 0
    plain = [Probabilities(kind="probabilities").simple(rng, 30) for _ in range(50)]
    assert share(lambda each: (each == 0).any(), plain) == 0
    lengths = {len(Ids(kind="ids").draw(rng, 5)) for _ in range(400)}
    assert lengths == set(range(13))
    assert {len(Ids(kind="ids").simple(rng, 5)) for _ in range(50)} == {0, 1, 2}
    assert {len(Ids(kind="ids", least=4).simple(rng, 5)) for _ in range(50)} == {4}
    assert {len(Ids(kind="ids", most=1).simple(rng, 5)) for _ in range(50)} == {0, 1}


def test_no_logit_is_beyond_the_limit_and_both_limits_are_reached() -> None:
    rng = np.random.default_rng(7)
    wide = np.concatenate([Logits(kind="logits", scale=100.0).draw(rng, 30) for _ in range(50)])
    assert (wide.min(), wide.max()) == (-50.0, 50.0)


def test_shares_are_of_vectors_and_ties_and_bans_vary() -> None:
    rng = np.random.default_rng(7)
    half = [Logits(kind="logits", banned=0.5, ties=0.0, whole=0.0).draw(rng, 4) for _ in range(400)]
    assert 0.42 < share(lambda each: np.isneginf(each).any(), half) < 0.58
    assert {int(np.isneginf(each).sum()) for each in half} == {0, 1, 2, 3}
    tied = [Logits(kind="logits", ties=1.0, whole=0.0).draw(rng, 4) for _ in range(100)]
    assert {len(np.unique(each)) for each in tied} == {1, 2, 3}
    two = [Logits(kind="logits", ties=1.0, banned=1.0, whole=0.0).draw(rng, 2) for _ in range(50)]
    assert {int(np.isneginf(each).sum()) for each in two} == {1}


@pytest.mark.parametrize(("size", "total"), [(1, 10), (5, 10), (6, 20), (10, 20), (11, 100), (60, 100)])
def test_simple_probabilities_are_tenths_twentieths_or_hundredths(size: int, total: int) -> None:
    rng = np.random.default_rng(7)
    vectors = [Probabilities(kind="probabilities").simple(rng, size) for _ in range(50)]
    parts = np.array(vectors) * total
    assert np.allclose(parts, np.round(parts))
    assert parts.min() > 0.5
    assert size in (1, total // 2) or not np.allclose(parts / 2, np.round(parts / 2))
    many = Probabilities(kind="probabilities").simple(rng, 100)
    assert np.allclose(many, 0.01)
    assert np.allclose(Probabilities(kind="probabilities").simple(rng, 101), 1 / 101)


def test_simple_logits_are_whole_and_small() -> None:
    values = np.concatenate([Logits(kind="logits").simple(np.random.default_rng(7), 200) for _ in range(3)])
    assert set(values) == {-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0}


def test_simple_numbers_are_a_half_one_and_two_or_what_the_author_lists() -> None:
    rng = np.random.default_rng(7)
    assert {Number(kind="number", low=0, high=9).simple(rng, 1) for _ in range(50)} == {0.5, 1.0, 2.0}
    listed = Number(kind="number", low=0, high=1, simple_values=(0.25, 0.75, 3.0))
    assert {listed.simple(rng, 1) for _ in range(50)} == {0.25, 0.75}


def test_every_kind_is_known_by_its_name() -> None:
    assert sorted(KINDS) == ["choice", "ids", "integer", "logits", "number", "probabilities", "vector"]
