"""Comparing answers: what is accepted for what, and the words for what is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from handmade import happened, raised, returned
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.child.codec import Drained, Opaque
from grader.core.call import Ending
from grader.core.comparison import (
    COMPUTED_IN_FLOAT32,
    Agreement,
    Tolerance,
    compare,
    compare_all,
    compare_outcomes,
)

T = Tolerance()
EXACT = Tolerance(exact_zeros=True)


def drained(*items: Any) -> Drained:
    """Make what a generator yields."""
    return Drained(items)


SAME: list[tuple[Any, Any]] = [
    (1, 1),
    (np.int64(1), 1),
    (np.array(1), 1),
    (1.0, 1.0),
    (1, 1.0),
    (np.float32(0.5), 0.5),
    (np.array(1.5), 1.5),
    (1.0 + 1e-10, 1.0),
    (1e-13, 0.0),
    (float("nan"), float("nan")),
    (float("inf"), float("inf")),
    ([1.0, 2.0], np.array([1.0, 2.0])),
    ((1, 2), np.array([1.0, 2.0])),
    ([[1.0], [2.0]], np.array([[1.0], [2.0]])),
    ([], np.array([])),
    (np.array([], bool), np.array([])),
    (np.array([1, 2]), [1, 2]),
    ((1, 2), [1, 2]),
    ([1, 2], (1, 2)),
    ([[1, "a"], None], [[1, "a"], None]),
    (True, True),
    (np.bool_(False), False),
    ([True, False], np.array([True, False])),
    (np.array([[True]]), np.array([[True]])),
    (drained(1, 2), drained(1, 2)),
    ({"a": 1.0, 3: [1]}, {3: [1], "a": 1.0}),
    ("text", "text"),
    (b"bytes", b"bytes"),
    (None, None),
    ({1, 2}, {2, 1}),
]


@pytest.mark.parametrize(("got", "expected"), SAME, ids=repr)
def test_these_are_the_same_answer(got: Any, expected: Any) -> None:
    comparison = compare(got, expected, T)
    assert (comparison.agreement, comparison.difference) == (Agreement.SAME, "")


DIFFERENT: list[tuple[Any, Any, str]] = [
    (2, 1, "2 instead of 1"),
    (True, 1, "the result is True or False, not an integer"),
    (1.0, 1, "the result is a number with decimals, not an integer"),
    (np.array([1]), 1, "the result is an array of shape (1,), not an integer"),
    (np.array(1.5), 1, "the result is a number with decimals, not an integer"),
    (1, True, "the result is an integer, not True or False"),
    (False, True, "False instead of True"),
    (2.0, 1.0, "2 instead of 1"),
    (True, 1.0, "the result is True or False, not numbers"),
    (np.bool_(True), 1.0, "the result holds True or False"),
    (None, 1.0, "the result is None, not numbers"),
    ("1.0", 1.0, "the result is text, not numbers"),
    ({}, 1.0, "the result is a dict, not numbers"),
    (drained(1.0), np.array([1.0]), "the result is what a generator yields, not numbers"),
    ([1.0], 1.0, "the result has shape (1,), not ()"),
    ([1.0, 2.0], np.array([1.0]), "the result has shape (2,), not (1,)"),
    ([[1.0], [1.0, 2.0]], np.array([1.0]), "the rows of the result have different lengths"),
    ([1.0, "a"], np.array([1.0, 2.0]), "the result holds something that is not a number"),
    ([True, 1.0], np.array([1.0, 1.0]), "the result holds something that is not a number"),
    ([1 << 80, 1.0], np.array([1.0, 1.0]), "the result holds something that is not a number"),
    (np.array([True]), np.array([1.0]), "the result holds True or False"),
    ([1.0, 2.0, 3.5], np.array([1.0, 2.0, 3.0]), "[2] is 3.5, not 3"),
    ([[1.0, 2.0]], np.array([[2.0, 1.0]]), "[0, 0] is 1, not 2; [0, 1] is 2, not 1"),
    (np.ones(5), np.zeros(5), "[0] is 1, not 0; [1] is 1, not 0; [2] is 1, not 0; and 2 more"),
    ([float("nan")], np.array([1.0]), "[0] is float('nan'), not 1"),
    ([1e308], np.array([-1e308]), "[0] is 1e+308, not -1e+308"),
    ([1, 0], np.array([True, False]), "the result holds something else than True and False"),
    (1, np.array([True]), "the result is an integer, not an array of True and False"),
    ([[True], []], np.array([True]), "the rows of the result have different lengths"),
    ([True], np.array([[True]]), "the result has shape (1,), not (1, 1)"),
    (np.array([True, True]), np.array([True, False]), "[1] is True, not False"),
    (np.ones(5, bool), np.zeros(5, bool), "[0] is True, not False; [1] is True, not False; [2] is True, not False; and 2 more"),
    ([1], [1, 2], "the result has 1 item, not 2"),
    ([1, 2, 3], [1, 2], "the result has 3 items, not 2"),
    ([1, 3], [1, 2], "item 1: 3 instead of 2"),
    ([[1, 3]], [[1, 2]], "item 0, item 1: 3 instead of 2"),
    (7, [1], "the result is an integer, not a list"),
    (np.float32(7), [1], "the result is a number with decimals, not a list"),
    (np.array([Opaque("Odd")], object).tolist(), ["a"], "item 0: the result is of type Odd"),
    (np.array(7), (1,), "the result is an array without dimensions, not a tuple"),
    ([1], drained(1), "the result is a list, not a generator"),
    (drained(1), [1], "the result is a generator; return its items in a list"),
    ([("a", 1)], {"a": 1}, "the result is a list, not a dict"),
    ({"a": 1}, {"a": 1, "b": 2}, "the key 'b' is missing"),
    ({"a": 1, "c": 2}, {"a": 1, "b": 2}, "the key 'b' is missing"),
    ({"a": 1, "x" * 9999: 2}, {"a": 1}, f"the key '{'x' * 149} … {'x' * 149}' does not belong there"),
    ({"a": 2}, {"a": 1}, "'a': 2 instead of 1"),
    ("b", "a", "'b' instead of 'a'"),
    (1, "a", "the result is an integer, not text"),
    ("a", None, "the result is text, not None"),
    (Opaque("complex"), 1.0, "the result is of type complex"),
    ([0.0] * 10_001, np.zeros(3), "the result has 10001 items, not 3"),
    ([0.0] * 10_001, np.array(0.0), "the result has 10001 items, not 1"),
    ([0.0] * 10_000, np.zeros(3), "the result has shape (10000,), not (3,)"),
    ([0.0] * 10_001, np.zeros((10_001, 1)), "the result has shape (10001,), not (10001, 1)"),
    ([], [1], "the result has 0 items, not 1"),
    ([], np.array([[]]), "the result has shape (0,), not (1, 0)"),
    (np.array(["a"]), np.array([1.0]), "the result holds something that is not a number"),
    (np.array([]), 1.0, "the result has shape (0,), not ()"),
    (np.zeros(2), np.zeros((2, 1)), "the result has shape (2,), not (2, 1)"),
    (np.int32(2), True, "the result is an integer, not True or False"),
    (np.array(True), 1, "the result is True or False, not an integer"),
    (3, 2.5, "3 instead of 2.5"),
    (b"a", "a", "the result is a bytes, not text"),
    (drained(1), 1, "the result is what a generator yields, not an integer"),
    ([Opaque("decimal.Decimal")], np.array([1.0]), "the result holds numbers of type decimal.Decimal; write float(…) around each"),
    ([[1.0], [Opaque("fractions.Fraction")]], np.array([[1.0]]), "the result holds numbers of type fractions.Fraction; write float(…) around each"),
    ([[Opaque("Odd")], [Opaque("fractions.Fraction")]], np.array([[1.0]]), "the result holds numbers of type fractions.Fraction; write float(…) around each"),
    ([Opaque("Odd")], np.array([1.0]), "the result holds something that is not a number"),
]  # fmt: skip


@pytest.mark.parametrize(("got", "expected", "words"), DIFFERENT, ids=[each[2][:60] for each in DIFFERENT])
def test_these_differ_and_the_words_say_how(got: Any, expected: Any, words: str) -> None:
    comparison = compare(got, expected, T)
    assert (comparison.agreement, comparison.difference) == (Agreement.DIFFERENT, words)


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (np.float32(0.1), 0.1),
        (float(np.float32(0.1)), 0.1),
        (np.array([0.1, 0.2], np.float32), np.array([0.1, 0.2])),
        (np.array([0.1, np.nan, np.inf], np.float32), np.array([0.1, np.nan, np.inf])),
        (np.float32(0.1) - np.array([-3.0, 0.1], np.float32), np.array([3.1, 0.0])),
        ([0.2, float(np.float32(0.1))], [0.2, 0.1]),
        ({"a": np.float32(0.1), "b": 1}, {"a": 0.1, "b": 1}),
    ],
    ids=["number", "as float64", "array", "not finite", "zero beside a large number", "list", "dict"],
)
def test_float32_is_recognized(got: Any, expected: Any) -> None:
    comparison = compare(got, expected, T)
    assert (comparison.agreement, comparison.difference) == (Agreement.FLOAT32, COMPUTED_IN_FLOAT32)


@pytest.mark.parametrize(
    ("got", "expected", "words"),
    [
        (round(2 / 3, 8), 2 / 3, "0.66666667 instead of 0.666666667"),
        (0.1 + 1e-8, 0.1, "0.10000001 instead of 0.1"),
        ([float(np.float32(0.1)), 0.2 + 1e-8], np.array([0.1, 0.2]), "[0] is 0.100000001, not 0.1; [1] is 0.20000001, not 0.2"),
        (np.array([1.0, 0.0], np.float32), np.array([0.6, 0.4]), "[0] is 1, not 0.6; [1] is 0, not 0.4"),
        ([1.0, 0.0, 0.5], np.array([1 - 1e-7, 1e-7, 0.5]), "[0] is 1, not 0.9999999; [1] is 0, not 1e-07"),
        (1 + 3e-9, 1.0, "1.000000003 instead of 1"),
    ],
    ids=["8 decimals", "a little more", "partly float32", "far off", "whole numbers", "9 digits alike"],
)  # fmt: skip
def test_float32_is_said_of_nothing_else(got: Any, expected: Any, words: str) -> None:
    comparison = compare(got, expected, T)
    assert (comparison.agreement, comparison.difference) == (Agreement.DIFFERENT, words)


TOLERATED = [
    # a right answer, one that is just near enough, one that is too far off
    (1.0, 1 + 0.9e-9, 1 + 1.1e-9),
    (-1e6, -1e6 - 0.9e-3, -1e6 - 1.1e-3),
    (0.0, 0.9e-12, 1.1e-12),
    (1e-12, 1.9e-12, 2.1e-12),
]


@pytest.mark.parametrize(("right", "near", "off"), TOLERATED, ids=repr)
def test_numbers_agree_to_nine_digits_and_near_zero_to_1e_12(right: float, near: float, off: float) -> None:
    for value, agreement in ((near, Agreement.SAME), (off, Agreement.DIFFERENT)):
        assert compare(value, right, T).agreement is agreement
        assert compare([value, 3.0], np.array([right, 3.0]), T).agreement is agreement
    loose = Tolerance(relative=0.0, absolute=0.5)
    assert [compare(1.0 + d, 1.0, loose).agreement for d in (0.5, 0.75)] == [Agreement.SAME, Agreement.DIFFERENT]


@pytest.mark.parametrize("size", [1.0, 1000.0])
def test_numbers_rounded_to_float32_are_called_so_within_1e_5_of_the_largest(size: float) -> None:
    right = np.array([size, 0.1])
    for error, agreement in ((0.9e-5, Agreement.FLOAT32), (1.2e-5, Agreement.DIFFERENT)):
        got = (right + np.array([0.0, error * size])).astype(np.float32)
        assert compare(got, right, T).agreement is agreement


def test_an_exact_zero_is_met_by_zero_only_if_that_is_asked() -> None:
    assert compare([1e-13, 1.0], np.array([0.0, 1.0]), T).agreement is Agreement.SAME
    assert compare([1e-13, 1.0], np.array([0.0, 1.0]), EXACT).difference == "[0] is 1e-13, not 0"
    assert compare([0.0, 1.0], np.array([0.0, 1.0]), EXACT).agreement is Agreement.SAME


OUTCOMES = [
    (returned(1), returned(1), ""),
    (returned(1), raised(ValueError), "returned instead of raised"),
    (raised(ValueError), raised(ValueError), ""),
    (raised(UnicodeError), raised(ValueError), ""),
    (raised(KeyError), raised(ValueError), "raised KeyError, not ValueError"),
    (happened(Ending.TIMED_OUT), returned(1), "timed out instead of returned"),
]


@pytest.mark.parametrize(("got", "expected", "words"), OUTCOMES, ids=[each[2] or "same" for each in OUTCOMES])
def test_outcomes_are_compared_by_value_or_by_built_in_exception(got: Any, expected: Any, words: str) -> None:
    assert compare_outcomes(got[0], expected[0], T).difference == words


NUMBERS = st.sampled_from([0.0, -0.0, 1.0, 1.0 + 1e-10, 1.0 + 1e-7, 1.1, 1e-13, 1e30, np.inf, -np.inf, np.nan])
VECTORS = st.lists(NUMBERS, max_size=3).map(np.array)
OUTCOMES = st.one_of(
    VECTORS.map(returned),
    VECTORS.map(lambda vector: returned(vector.astype(np.float32))),
    VECTORS.map(lambda vector: returned(vector.reshape(1, -1))),
    NUMBERS.map(returned),
    st.just(raised(ValueError)),
).map(lambda outcomes: outcomes[0])


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(OUTCOMES, OUTCOMES), max_size=6), st.sampled_from([T, EXACT]))
@pytest.mark.slow
def test_outcomes_compared_all_at_once_agree_as_each_by_itself(pairs: list[Any], tolerance: Tolerance) -> None:
    got, expected = [mine for mine, _ in pairs], [theirs for _, theirs in pairs]
    together = compare_all(got, expected, tolerance)
    alone = [compare_outcomes(mine, theirs, tolerance) for mine, theirs in pairs]
    assert [(each.agreement, each.difference) for each in together] == [
        (each.agreement, each.difference) for each in alone
    ]
