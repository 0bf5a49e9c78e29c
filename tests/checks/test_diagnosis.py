"""Diagnosis: a mistake is named only if it and the function err alike, and all checks are evidence."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from handmade import happened, raised, returned

from grader.checks.diagnosis import diagnose, diagnose_as_a_whole
from grader.checks.evidence import Evidence
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
    return Mistake(name, "", "", name, "", lambda: ModuleType("never loaded")), {
        check: made(values) for check, values in checks.items()
    }


def named(got: dict[str, Sequence[Any]], *mistakes: tuple[Mistake, Checks], passed: str = "") -> dict[str, str]:
    """Diagnose a function whose right answer is 0.0 everywhere, as a whole; return the names by check."""
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
    return {check: each.name for check, each in diagnose_as_a_whole(evidence, [each for each, _ in mistakes]).items()}


def asked(spy: str, *args: Any) -> tuple[SpyCall, ...]:
    """Make the note of one question."""
    return (SpyCall(spy=spy, use="", args=args),)


CASES = {
    "the same values": ([1.0, 2.0], "one"),
    "the same, rounded to float32": ([1.0, float(np.nextafter(np.float32(2), np.float32(3)))], "one"),
    "another value in one of two calls": ([1.0, 3.0], None),
    "another value in one of four calls": ([1.0, 2.0, 3.0, 5.0], None),
    "another value in one of five calls": ([1.0, 2.0, 3.0, 4.0, 6.0], "one"),
    "one answer, and no more": ([1.0], "one"),
    "no outcomes": ([], None),
    "an exception": ([1.0, raised(ValueError)], None),
    "a timeout": ([1.0, happened(Ending.TIMED_OUT)], None),
    "a changed argument": ([1.0, returned(2.0, changed=(0,))], None),
    "a question asked": ([1.0, returned(2.0, asked=asked("model"))], None),
    "more steps": ([1.0, returned(2.0) * 2], None),
    "right where the mistake errs in one of four calls": ([1.0, 2.0, 3.0, 0.0], None),
    "right where the mistake errs in one of five calls": ([1.0, 2.0, 3.0, 4.0, 0.0], "one"),
}


@pytest.mark.parametrize(("got", "name"), list(CASES.values()), ids=list(CASES))
def test_a_mistake_is_named_if_four_of_five_errors_are_the_same(got: list[Any], name: str | None) -> None:
    assert named({"a": got}, mistake("one", a=[1.0, 2.0, 3.0, 4.0, 5.0][: max(2, len(got))])).get("a") == name


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


def test_errors_of_all_checks_count_even_if_one_check_is_the_mistakes_to_the_last_call() -> None:
    one = mistake("one", a=[1.0, 2.0], b=[3.0, 4.0])
    assert named({"a": [1.0, 2.0], "b": [8.0, 9.0]}, one) == {}
    assert named({"a": [1.0, 2.0], "b": [8.0, 9.0]}, one, passed="b") == {}


def test_a_function_that_makes_few_of_a_mistakes_errors_does_not_make_it() -> None:
    one = mistake("one", a=[1.0], b=[1.0] * 9)
    assert named({"a": [1.0], "b": [1.0] * 6 + [0.0] * 3}, one, passed="b") == {}
    assert named({"a": [1.0], "b": [1.0] * 7 + [0.0] * 2}, one, passed="b") == {"a": "one"}


PARTS = {
    "one part the mistake's, one right": ((1.0, 0.0), "one"),
    "both the mistake's": ((1.0, 1.0), "one"),
    "one part the mistake's, one another value": ((1.0, 2.0), None),
    "another length": ((1.0, 0.0, 0.0), None),
    "no tuple": (1.0, None),
}


@pytest.mark.parametrize(("got", "name"), list(PARTS.values()), ids=list(PARTS))
@pytest.mark.parametrize("kind", [tuple, lambda value: dict(enumerate(value))], ids=["a tuple", "a dict"])
def test_a_mistake_may_be_made_in_some_parts_of_a_result(kind: Any, got: Any, name: str | None) -> None:
    (one, _), theirs = mistake("one"), returned(kind((1.0, 1.0)))
    value = kind(got) if isinstance(got, tuple) else got
    checks = {"a": Evidence([returned(value)], [returned(kind((0.0, 0.0)))], lambda *_: theirs, Tolerance())}
    assert diagnose(checks, [one]) == ({"a": one} if name else {})


def test_of_two_mistakes_that_differ_in_one_part_the_one_made_in_all_parts_is_named() -> None:
    both, half = returned((1.0, 1.0)), returned((1.0, 0.0))
    one, two = mistake("one", a=[both]), mistake("two", a=[half])
    outcomes = {"one": both, "two": half}
    for got, name in ((both, "one"), (half, "two")):
        checks = {"a": Evidence([got], [returned((0.0, 0.0))], lambda each, _: outcomes[each.name], Tolerance())}
        assert [each.name for each in diagnose(checks, [one[0], two[0]]).values()] == [name]


NANS = {
    "a number": (float("nan"), 0.0),
    "an array": (np.array([2.0, np.nan]), np.array([2.0, 0.0])),
    "a tuple": ((np.array([np.nan]), 3.0), (np.array([0.0]), 3.0)),
}


@pytest.mark.parametrize(("nan", "zero"), list(NANS.values()), ids=list(NANS))
def test_a_mistake_that_gives_nan_may_be_guarded_by_zeros(nan: Any, zero: Any) -> None:
    outcomes = {"unguarded": returned(nan), "guarded": returned(zero), "other": returned(5.0)}
    mistakes = [mistake(name, a=[])[0] for name in outcomes]

    def names(got: Outcomes, *listed: Mistake) -> list[str]:
        checks = {"a": Evidence([got], [returned(7.0)], lambda each, _: outcomes[each.name], Tolerance())}
        return [each.name for each in diagnose(checks, listed).values()]

    assert names(returned(zero), mistakes[0]) == ["unguarded"]
    assert names(returned(zero), *mistakes) == ["guarded"]
    assert names(returned(nan), *mistakes) == ["unguarded"]
    assert names(returned(nan), mistakes[1]) == []


def test_an_exception_counts_only_if_the_function_returns_what_the_mistake_returns() -> None:
    refuses = mistake("refuses", a=[raised(ValueError)], b=[0.0, 0.0, 0.0])
    assert named({"a": [raised(ValueError)], "b": [0.0, 0.0, 0.0]}, refuses, passed="b") == {"a": "refuses"}
    everywhere = {"a": [raised(ValueError)], "b": [raised(ValueError)] * 3}
    assert named(everywhere, refuses) == {}
    assert named({"a": [raised(ValueError)], "b": [raised(ValueError)] * 3}, refuses, passed="b") == {}


def test_each_of_two_mistakes_errs_in_some_check_where_the_function_does_and_nowhere_else() -> None:
    one, two = mistake("one", a=[1.0] * 10, b=[0.0], c=[3.0]), mistake("two", a=[0.0] * 9 + [5.0], b=[2.0], c=[4.0])
    assert named({"a": [1.0] * 9 + [0.0], "b": [2.0], "c": [7.0]}, one, two) == {}
    one = mistake("one", a=[1.0] * 9 + [0.0], b=[0.0], c=[3.0])
    assert named({"a": [1.0] * 9 + [0.0], "b": [2.0], "c": [7.0]}, one, two)["a"] == "one"


def test_a_mistake_is_named_in_a_check_if_it_explains_half_of_that_checks_errors() -> None:
    one = mistake("one", a=[1.0] * 20, b=[1.0] * 4)
    assert named({"a": [1.0] * 20, "b": [1.0, 1.0, 7.0, 7.0]}, one) == {"a": "one", "b": "one"}
    assert named({"a": [1.0] * 20, "b": [1.0, 7.0, 7.0, 7.0]}, one) == {"a": "one"}


@pytest.mark.parametrize(("errors", "found"), [(2, {"a": "one"}), (3, {})])
def test_three_errors_in_a_check_none_of_which_is_made_speak_against_a_mistake(
    errors: int, found: dict[str, str]
) -> None:
    one = mistake("one", a=[1.0] * 20, b=[1.0] * errors)
    assert named({"a": [1.0] * 20, "b": [7.0] * errors}, one) == found
    assert named({"a": [1.0] * 20, "b": [0.0] * errors}, one, passed="b") == found


def test_a_mistake_that_explains_none_of_the_first_three_errors_of_a_check_is_not_tried_further() -> None:
    one = mistake("one", a=[5.0] * 30)
    assert named({"a": [7.0, 7.0] + [5.0] * 28}, one) == {"a": "one"}
    assert named({"a": [7.0, 7.0, 7.0] + [5.0] * 27}, one) == {}


def test_questions_and_changes_count_only_if_the_check_judges_them() -> None:
    theirs = [returned(1.0, changed=(0,), asked=asked("model", 1))]
    (one, _) = mistake("one")
    for flags, is_named in (((False, False), True), ((True, False), False), ((False, True), False)):
        evidence = Evidence([returned(1.0)], [RIGHT], lambda *_: theirs[0], Tolerance(), True, *flags)
        assert bool(diagnose({"a": evidence}, [one])) is is_named


def test_of_two_mistakes_that_are_made_exactly_in_many_calls_none_is_named() -> None:
    one, two = mistake("one", a=[5.0] * 30), mistake("two", a=[5.0] * 29 + [5.0 + 1e-13])
    assert named({"a": [5.0] * 30}, one, two) == {}
    assert named({"a": [5.0] * 30}, one, mistake("two", a=[5.0] * 29 + [6.0])) == {"a": "one"}
    assert named({"a": [5.0] * 30}, one, mistake("two", a=[5.0] * 29 + [0.0])) == {"a": "one"}


def test_a_law_that_fails_by_less_than_any_tolerance_is_explained_in_the_last_digits() -> None:
    one = mistake("one", a=[1.0], law=[1e-13])
    assert named({"a": [1.0], "law": [1e-13]}, one) == {"a": "one", "law": "one"}


def test_a_number_whose_last_digits_alone_are_wrong_is_a_mistakes() -> None:
    (one, _), near = mistake("one"), returned(1 + 1e-13)
    law = Evidence([near], [returned(1.0)], lambda *_: near, Tolerance())
    assert diagnose({"law": law}, [one]) == {"law": one}


def test_zeros_that_are_not_exact_are_no_errors_where_something_else_is_wrong() -> None:
    assert named({"a": [1e-15, 1.0]}, mistake("one", a=[0.0, 1.0])) == {"a": "one"}


def test_zeros_that_are_not_exact_are_a_mistakes_if_nothing_else_is_wrong() -> None:
    assert named({"a": [1e-15, 0.0]}, mistake("one", a=[1e-15, 0.0]), mistake("right", a=[0.0, 0.0])) == {"a": "one"}
