"""Diagnosis: a mistake is named only where it alone explains everything."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest
from handmade import call, happened, raised, returned

from grader.checks.diagnosis import Evidence, RunMistake, does_the_same, hides_behind_float32, name_mistake
from grader.core.call import Call, Ending, Outcomes, SpyCall
from grader.core.comparison import Tolerance
from grader.core.result import Mistake

T = Tolerance()
CALLS = [call(1.0), call(2.0)]


def mistake(name: str, *outcomes: Outcomes) -> Mistake:
    """Make a mistake that does the same in every run: `outcomes` by the call's first argument."""
    table = {float(index): outcome for index, outcome in enumerate(outcomes, start=1)}
    return Mistake(name, "", "", table.__getitem__, ModuleType(name))


def run_in(calls: Sequence[Call]) -> RunMistake:
    """Return a function that looks up what a mistake does in one of the calls."""
    return lambda each, index: each.function(calls[index].steps[0].args[0])


def named(got: Sequence[Outcomes], *mistakes: Mistake, **others: Any) -> str | None:
    """Diagnose a failed check, given the evidence of others; return the mistake's name."""
    evidence = {"failed": Evidence(CALLS, got), **others}
    found = name_mistake(
        "failed",
        list(evidence),
        mistakes,
        lambda each, check: does_the_same(each, evidence[check], run_in(evidence[check].calls), T),
    )
    return found.name if found else None


def asked(spy: str, *args: Any) -> tuple[SpyCall, ...]:
    """Make the note of one question."""
    return (SpyCall(spy=spy, use="", args=args),)


ONE = mistake("one", returned(1.0), returned(2.0))

CASES = {
    "the same values": ([returned(1.0), returned(2.0)], "one"),
    "the same within float32": ([returned(1.0), returned(2.0 + 1e-7)], "one"),
    "another value": ([returned(1.0), returned(3.0)], None),
    "too few outcomes": ([returned(1.0)], None),
    "no outcomes": ([], None),
    "an exception": ([returned(1.0), raised(ValueError)], None),
    "a timeout": ([returned(1.0), happened(Ending.TIMED_OUT)], None),
    "a changed argument": ([returned(1.0), returned(2.0, changed=(0,))], None),
    "a question asked": ([returned(1.0), returned(2.0, asked=asked("model"))], None),
    "more steps": ([returned(1.0), returned(2.0) * 2], None),
}


@pytest.mark.parametrize(("got", "name"), list(CASES.values()), ids=list(CASES))
def test_a_mistake_is_named_only_if_everything_is_as_it_does(got: list[Outcomes], name: str | None) -> None:
    assert named(got, ONE) == name


KINDS = {
    "exceptions": (raised(TypeError), raised(KeyError)),
    "changed arguments": (returned(1.0, changed=(0,)), returned(1.0, changed=(1,))),
    "the spy asked": (returned(1.0, asked=asked("model")), returned(1.0, asked=asked("other"))),
    "what was asked": (returned(1.0, asked=asked("model", [1])), returned(1.0, asked=asked("model", [2]))),
}


@pytest.mark.parametrize(("mine", "other"), list(KINDS.values()), ids=list(KINDS))
def test_mistakes_are_told_apart_by(mine: Outcomes, other: Outcomes) -> None:
    first, second = mistake("first", mine, mine), mistake("second", other, other)
    assert named([mine, mine], first, second) == "first"
    assert named([other, other], first, second) == "second"


def test_two_mistakes_that_do_the_same_are_not_named() -> None:
    assert named([returned(1.0), returned(2.0)], ONE, mistake("two", returned(1.0), returned(2.0))) is None


THIRD = (returned(1.0), returned(2.0), returned(3.0))
FOURTH = (returned(1.0), returned(2.0), returned(4.0))


@pytest.mark.parametrize(
    ("got", "name"),
    [(returned(3.0), "third"), (returned(4.0), "fourth"), (returned(5.0), None)],
    ids=["the first", "the second", "neither"],
)
def test_where_two_explain_a_failed_check_the_other_checks_decide(got: Outcomes, name: str | None) -> None:
    other = Evidence([call(3.0)], [got])
    assert named([returned(1.0), returned(2.0)], mistake("third", *THIRD), mistake("fourth", *FOURTH), o=other) == name


def test_mistakes_that_explain_different_other_checks_are_not_named() -> None:
    fives = Evidence([call(3.0)], [returned(3.0)])
    sixes = Evidence([call(4.0)], [returned(6.0)])
    one = mistake("one", *THIRD, returned(5.0))
    other = mistake("other", *FOURTH, returned(6.0))
    assert named([returned(1.0), returned(2.0)], one, other, a=fives, b=sixes) is None


def hides(got: float, wrong: float, right: float = 2.0) -> bool:
    """Say whether a result that is right in float32 is a mistake's."""
    each = mistake("m", returned(1.0), returned(wrong))
    evidence = Evidence(CALLS, [returned(1.0), returned(got)])
    return hides_behind_float32(evidence, [returned(1.0), returned(right)], [each], run_in(CALLS), T)


@pytest.mark.parametrize(
    ("got", "wrong", "is_hidden"),
    [(2.0 + 2e-7, 2.0 + 2e-7, True), (2.0 + 1e-7, 2.0 + 2e-7, False), (2.0, 2.0, False)],
    ids=["the mistake to the last digit", "true rounding", "the mistake is right here"],
)
def test_a_mistake_hides_behind_float32_only_to_the_last_digit(got: float, wrong: float, is_hidden: bool) -> None:
    assert hides(got, wrong) is is_hidden
