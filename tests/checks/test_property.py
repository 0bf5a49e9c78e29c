"""`property`: a law is held against results."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from handmade import happened, raised, returned, setting

from grader.checks.base import Case
from grader.checks.judgement import Judgement
from grader.checks.property import Property
from grader.core.call import Ending
from grader.core.comparison import COMPUTED_IN_FLOAT32, Tolerance
from grader.core.formatting import call_text
from grader.core.result import Verdict


def same_twice(near: Any, x: Any) -> Any:
    """The result for x + 1 is the result for x."""
    one, other = yield [{"x": x}, {"x": x + 1}]
    return None if near(one, other) else f"{one} is not {other}"


def breaks(near: Any, x: Any) -> Any:
    """Use results as if they were mappings."""
    (one,) = yield [{"x": x}]
    return one["a"].strip()


HERE = setting("f(x: int) -> Array[V]", same_twice=same_twice, breaks=breaks)
CASES = (Case(args={"x": 1}), Case(args={"x": 5}))
RIGHT = [returned(np.array([1.0, 2.0]))] * 4


def check(law: str = "same_twice") -> Property:
    """Make a check."""
    return Property(name="p", points=1, kind="property", law=law, cases=CASES)


def judge(got: list[Any], expected: list[Any] = RIGHT, law: str = "same_twice") -> Judgement:
    """Judge hand-made outcomes."""
    return check(law).judge(HERE, check(law).calls(HERE), got, expected, Tolerance())


def test_the_law_says_which_calls_to_make() -> None:
    assert [call_text(call) for call in check().calls(HERE)] == ["f(1)", "f(2)", "f(5)", "f(6)"]


JUDGED = {
    "right": ([[1.0, 2.0]] * 4, Verdict.PASS, "", None),
    "lists": ([np.array([1.0, 2.0]), (1.0, 2.0), [1, 2], [1, 2]], Verdict.PASS, "", None),
    "float32": ([[1.0, 2.0], np.array([1.0, 2.0 + 2e-7], np.float32), [1, 2], [1, 2]], Verdict.FAIL, COMPUTED_IN_FLOAT32, 1),
    "nearly float32": ([[1.0, 2.0], [1.0, 2.0 + 1e-7], [1, 2], [1, 2]], Verdict.FAIL, "[1. 2.] is not [1.        2.0000001]", 1),
    "broken": ([[1.0, 2.0], [1.0, 3.0], [1, 2], [1, 2]], Verdict.FAIL, "[1. 2.] is not [1. 3.]", 1),
    "nan": ([[np.nan, np.nan]] * 4, Verdict.FAIL, "[nan nan] is not [nan nan]", 1),
    "text": (["a"] * 4, Verdict.FAIL, "the result is text, not numbers", 0),
    "shape": ([[1.0, 2.0], [1.0], [1, 2], [1, 2]], Verdict.FAIL, "the result has shape (1,), not (2,)", 1),
}  # fmt: skip


@pytest.mark.parametrize(("values", "verdict", "message", "index"), list(JUDGED.values()), ids=list(JUDGED))
def test_the_law_is_held_against_results(values: list[Any], verdict: Verdict, message: str, index: int | None) -> None:
    judgement = judge([returned(value) for value in values])
    assert (judgement.verdict, judgement.message, judgement.index) == (verdict, message, index)


@pytest.mark.parametrize(
    ("outcome", "verdict", "message"),
    [
        (raised(KeyError, "k"), Verdict.ERROR, "raised KeyError: k"),
        (raised(NotImplementedError), Verdict.NOT_ATTEMPTED, "still raises NotImplementedError"),
        (happened(Ending.TIMED_OUT, "1 s"), Verdict.TIMEOUT, "did not finish within 1 s; look for a loop that never ends or does far too much"),
    ],
    ids=["error", "stub", "timeout"],
)  # fmt: skip
@pytest.mark.parametrize("place", [0, 3])
def test_what_is_no_result_is_judged_before_the_law(outcome: Any, verdict: Verdict, message: str, place: int) -> None:
    judgement = judge([*RIGHT[:place], outcome, *RIGHT[place + 1 :]])
    assert (judgement.verdict, judgement.message, judgement.index) == (verdict, message, place)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": " b "}, "b"),
        ({"b": 1}, "the result does not fit the law at all ('a')"),
        ({"a": 1}, "the result does not fit the law at all ('int' object has no attribute 'strip')"),
        (None, "the result is None: a `return` is missing, or what follows it is None"),
    ],
    ids=str,
)
def test_a_result_that_the_law_cannot_use_is_the_learners(value: Any, message: str) -> None:
    expected = [returned({"a": ""})] * 2
    judgement = judge([returned(value)] * 2, expected, "breaks")
    assert (judgement.verdict, judgement.message) == (Verdict.FAIL, message)


@pytest.mark.parametrize(
    ("got", "expected", "verdict"),
    [
        ([True, False], np.array([True, False]), Verdict.PASS),
        ([1, 0], np.array([True, False]), Verdict.FAIL),
        ((1, 2), [1, 2], Verdict.PASS),
        (np.array([1, 2]), [1, 2], Verdict.PASS),
        (1.5, 1.5, Verdict.PASS),
    ],
    ids=["booleans", "numbers for booleans", "a tuple for a list", "an array for a list", "a number"],
)
def test_a_law_gets_the_types_of_the_solution(got: Any, expected: Any, verdict: Verdict) -> None:
    assert judge([returned(got)] * 4, [returned(expected)] * 4).verdict is verdict


def test_a_law_that_is_not_there_is_a_problem() -> None:
    assert list(check("nowhere").problems(HERE)) == [
        (("law",), "there is no function `nowhere` in f_checks.py beside the solution; write it or correct the name")
    ]


@pytest.mark.parametrize("count", [0, 10_001])
def test_a_law_is_tried_on_as_many_inputs_as_any_check(count: int) -> None:
    law = replace(check(), count=count)
    assert list(law.problems(HERE)) == [(("count",), f"`count` is {count}; write 1 to 10000")]
