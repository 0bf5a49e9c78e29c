"""Diagnosis: a mistake is named only if it explains most of what is wrong, and all checks are evidence."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from handmade import happened, raised, returned

from grader.checks.diagnosis import Evidence, diagnose
from grader.core.call import Ending, Outcomes, SpyCall
from grader.core.comparison import Tolerance
from grader.core.result import Mistake

RIGHT = returned(0.0)
Checks = dict[str, Sequence[Outcomes]]


def made(values: Sequence[Any]) -> list[Outcomes]:
    """Make the outcomes of calls that returned `values`; outcomes are left as they are."""
    return [value if isinstance(value, tuple) else returned(value) for value in values]


def mistake(name: str, **checks: Sequence[Any]) -> tuple[Mistake, Checks]:
    """Make a mistake that does the same in every run: its outcomes in each check."""
    return Mistake(name, "", "", id, ModuleType(name)), {check: made(values) for check, values in checks.items()}


def named(got: dict[str, Sequence[Any]], *mistakes: tuple[Mistake, Checks], passed: str = "") -> dict[str, str]:
    """Diagnose a function whose right answer is 0.0 everywhere; return the names by check."""
    does = {each.name: checks for each, checks in mistakes}
    evidence = {
        check: Evidence(
            made(values),
            [RIGHT] * len(next(iter(does.values()))[check]),
            lambda each, index, check=check: does[each.name][check][index],  # type: ignore[misc]
            Tolerance(),
            is_failed=check != passed,
            judges_questions=True,
            judges_changes=True,
        )
        for check, values in got.items()
    }
    return {check: each.name for check, each in diagnose(evidence, [each for each, _ in mistakes]).items()}


def asked(spy: str, *args: Any) -> tuple[SpyCall, ...]:
    """Make the note of one question."""
    return (SpyCall(spy=spy, use="", args=args),)


CASES = {
    "the same values": ([1.0, 2.0], "one"),
    "the same, rounded to float32": ([1.0, float(np.nextafter(np.float32(2), np.float32(3)))], "one"),
    "another value in one of two calls": ([1.0, 3.0], None),
    "another value in one of four calls": ([1.0, 2.0, 3.0, 5.0], "one"),
    "one answer, and no more": ([1.0], "one"),
    "no outcomes": ([], None),
    "an exception": ([1.0, raised(ValueError)], None),
    "a timeout": ([1.0, happened(Ending.TIMED_OUT)], None),
    "a changed argument": ([1.0, returned(2.0, changed=(0,))], None),
    "a question asked": ([1.0, returned(2.0, asked=asked("model"))], None),
    "more steps": ([1.0, returned(2.0) * 2], None),
    "right where the mistake errs": ([1.0, 0.0], "one"),
}


@pytest.mark.parametrize(("got", "name"), list(CASES.values()), ids=list(CASES))
def test_a_mistake_is_named_if_it_explains_three_of_four_wrong_answers(got: list[Any], name: str | None) -> None:
    assert named({"a": got}, mistake("one", a=[1.0, 2.0, 3.0, 4.0][: max(2, len(got))])).get("a") == name


KINDS = {
    "exceptions": (raised(TypeError), raised(KeyError)),
    "changed arguments": (returned(1.0, changed=(0,)), returned(1.0, changed=(1,))),
    "the spy asked": (returned(1.0, asked=asked("model")), returned(1.0, asked=asked("other"))),
    "what was asked": (returned(1.0, asked=asked("model", [1])), returned(1.0, asked=asked("model", [2]))),
}


@pytest.mark.parametrize(("mine", "other"), list(KINDS.values()), ids=list(KINDS))
def test_mistakes_are_told_apart_by(mine: Outcomes, other: Outcomes) -> None:
    first, second = mistake("first", a=[mine, 0.0]), mistake("second", a=[other, 0.0])
    assert named({"a": [mine, 0.0]}, first, second) == {"a": "first"}
    assert named({"a": [other, 0.0]}, first, second) == {"a": "second"}


def test_two_mistakes_that_do_the_same_are_not_named() -> None:
    assert named({"a": [1.0]}, mistake("one", a=[1.0]), mistake("two", a=[1.0])) == {}


def test_a_check_that_passed_tells_two_mistakes_apart() -> None:
    one, two = mistake("one", a=[1.0], b=[0.0, 5.0]), mistake("two", a=[1.0], b=[0.0, 0.0])
    assert named({"a": [1.0], "b": [0.0, 0.0]}, one, two, passed="b") == {"a": "two"}


def test_half_of_the_wrong_answers_is_enough_only_if_one_check_is_the_mistakes_to_the_last_call() -> None:
    one = mistake("one", a=[1.0, 2.0], b=[3.0, 4.0])
    assert named({"a": [1.0, 2.0], "b": [8.0, 9.0]}, one) == {"a": "one"}
    assert named({"a": [1.0, 7.0], "b": [3.0, 9.0]}, one) == {}


def test_a_function_that_makes_few_of_a_mistakes_errors_does_not_make_it() -> None:
    one = mistake("one", a=[1.0], b=[1.0] * 10)
    assert named({"a": [1.0], "b": [0.0] * 10}, one, passed="b") == {}
    assert named({"a": [1.0], "b": [0.0] * 9}, one, passed="b") == {"a": "one"}


def test_an_exception_counts_only_if_the_function_returns_what_the_mistake_returns() -> None:
    refuses = mistake("refuses", a=[raised(ValueError)], b=[0.0, 0.0, 0.0])
    assert named({"a": [raised(ValueError)], "b": [0.0, 0.0, 0.0]}, refuses, passed="b") == {"a": "refuses"}
    everywhere = {"a": [raised(ValueError)], "b": [raised(ValueError)] * 3}
    assert named(everywhere, refuses) == {}
    assert named({"a": [raised(ValueError)], "b": [raised(ValueError)] * 3}, refuses, passed="b") == {}


def test_two_mistakes_are_named_where_neither_explains_enough() -> None:
    one, two = mistake("one", a=[1.0, 1.0], b=[0.0, 0.0]), mistake("two", a=[0.0, 0.0], b=[2.0, 2.0])
    three = mistake("three", a=[3.0, 1.0], b=[0.0, 0.0])
    both = {"a": [1.0, 1.0], "b": [2.0, 2.0]}
    assert named(both, one, two) == {"a": "one", "b": "two"}
    assert named(both, one, two, three) == {"a": "one", "b": "two"}
    assert named({**both, "a": [1.0, 7.0]}, one, two) == {"b": "two"}
    assert named({"a": [1.0, 7.0], "b": [2.0, 9.0]}, one, two) == {}


def test_a_law_that_fails_by_less_than_any_tolerance_is_explained_in_the_last_digits() -> None:
    one = mistake("one", a=[1.0], law=[1e-13])
    assert named({"a": [1.0], "law": [1e-13]}, one) == {"a": "one", "law": "one"}


def test_zeros_that_are_not_exact_are_a_mistakes_if_nothing_else_is_wrong() -> None:
    assert named({"a": [1e-15, 0.0]}, mistake("one", a=[1e-15, 0.0]), mistake("right", a=[0.0, 0.0])) == {"a": "one"}
