"""The first difference: of vectors, of the uses of a model or a cache, and of a script's steps."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks.first_difference import after_right_uses, first_different_use, step_words, vectors_of
from grader.core.call import SpyCall, Step
from grader.core.comparison import Tolerance
from grader.core.result import Vectors

TOLERANCE = Tolerance()
FIVE = np.array([0.1, 0.2, 0.3, 0.2, 0.2])


def test_vectors_hold_the_place_of_the_first_difference() -> None:
    found = vectors_of([0.1, 0.2, 0.25, 0.2, 0.25], FIVE, TOLERANCE)
    assert found == Vectors(
        (0.1, 0.2, 0.25, 0.2, 0.25), tuple(FIVE.tolist()), 2, "[2] is 0.25, not 0.3; 2 of 5 numbers differ"
    )
    table = vectors_of(np.zeros((1, 5)), np.array([[0.0, 0, 0, 0, 1.0]]), TOLERANCE)
    assert table
    assert (table.first, table.words) == (4, "[0, 4] is 0, not 1; the others are right")


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (FIVE, FIVE),
        ([0.1, 0.2], np.array([0.1, 0.3])),
        (FIVE[:4], FIVE),
        (np.zeros(65), np.ones(65)),
        ([1, 2, 3, 4, 5], np.array([1, 2, 3, 4, 6])),
        (np.zeros((2, 3)), np.ones((2, 3))),
        (["a"] * 5, FIVE),
        (None, FIVE),
        ([np.nan] * 5, FIVE),
        (FIVE, FIVE + np.array([np.inf, 0, 0, 0, 0])),
        ([1.0] * 5, [2.0] * 5),
    ],
    ids=["same", "short", "shape", "long", "ids", "table", "text", "none", "nan", "infinite", "list"],
)
def test_nothing_else_is_drawn(got: object, expected: object) -> None:
    assert vectors_of(got, expected, TOLERANCE) is None


APPEND = SpyCall("cache", "append", (0, np.zeros((2, 1))))
GET = SpyCall("cache", "get", (0,))


@pytest.mark.parametrize(
    ("got", "expected", "words"),
    [
        ([APPEND, GET], [APPEND, GET], ""),
        (
            [GET],
            [APPEND, GET],
            "call 1 is `cache.get(0)`, where the solution's is `cache.append(0, array of shape (2, 1))`",
        ),
        (
            [SpyCall("cache", "append", (0, np.ones((2, 1))))],
            [APPEND],
            "call 1, `cache.append(0, array of shape (2, 1))`, argument 2: [0, 0] is 1, not 0",
        ),
        (
            [SpyCall("cache", "append", (0, np.ones((2, 1))), ("layer", "k"))],
            [APPEND],
            "call 1, `cache.append(0, array of shape (2, 1))`, layer 0, k: [0, 0] is 1, not 0",
        ),
        (
            [SpyCall("model", "", ([3],))],
            [SpyCall("model", "", ([3, 1],))],
            "call 1, `model([3])`: has 1 item, not 2",
        ),
        ([APPEND], [APPEND, GET], "`cache.get(0)` is missing as call 2"),
        ([APPEND, GET, GET], [APPEND, GET], "call 3, `cache.get(0)`, is one more than the solution's"),
    ],
)
def test_the_first_different_use_is_named(got: list[SpyCall], expected: list[SpyCall], words: str) -> None:
    assert first_different_use(got, expected, TOLERANCE) == words


def test_uses_that_an_exception_kept_from_being_made_are_not_missing() -> None:
    assert first_different_use([APPEND], [APPEND, GET], TOLERANCE, is_cut_short=True) == ""
    words = "call 1 is `cache.get(0)`, where the solution's is `cache.append(0, array of shape (2, 1))`"
    assert first_different_use([GET], [APPEND, GET], TOLERANCE, is_cut_short=True) == words


def test_a_wrong_result_after_right_uses_is_the_first_difference() -> None:
    assert after_right_uses([]) == ""
    assert after_right_uses([GET]) == "the result. The one call before it, `cache.get(0)`, is right"
    assert after_right_uses([APPEND, GET]) == "the result. All 2 calls before it are right; the last is `cache.get(0)`"


def test_a_step_is_named_with_its_arrays_by_shape() -> None:
    step = Step("append", (0, np.zeros((2, 1)), "x" * 90), of="cache")
    assert step_words(3, step) == f"step 3, `cache.append(0, array of shape (2, 1), '{'x' * 39}…)`"
    assert step_words(1, Step("length", of="cache", is_read=True)) == "step 1, `cache.length`"
