"""`cases`, `random`, `raises` and `pure`: both halves."""

from __future__ import annotations

import math
from typing import Any

import pytest
from handmade import happened, raised, returned, setting

from grader.checks.base import Case, Check
from grader.checks.cases import Cases
from grader.checks.judgement import Judgement
from grader.checks.pure import Pure
from grader.checks.raises import Raises
from grader.checks.random import Random
from grader.core.call import Call, Ending, Step
from grader.core.comparison import Tolerance
from grader.core.formatting import call_text
from grader.core.generators import Logits
from grader.core.result import Verdict

T = Tolerance()
HERE = setting("f(x: Array[V], k: int = 1) -> Array[V]")
CASES = (Case(args={"x": [1, 2]}), Case(args={"k": 2, "x": [3]}))


def judge(check: Check, got: list[Any], expected: list[Any] | None = None) -> Judgement:
    """Judge hand-made outcomes."""
    return check.judge(HERE, check.calls(HERE), got, got if expected is None else expected, T)


def test_cases_makes_one_call_for_each_case() -> None:
    calls = Cases(name="c", points=1, kind="cases", cases=CASES, drain=4).calls(HERE)
    assert [call_text(call) for call in calls] == ["f(np.array([1.0, 2.0]))", "f(np.array([3.0]), 2)"]
    assert [call.drain for call in calls] == [4, 4]


@pytest.mark.parametrize("is_exact", [True, False], ids=["exact zeros", "near zeros"])
@pytest.mark.parametrize("kind", [Cases, Random], ids=["cases", "random"])
def test_exact_zeros_can_be_asked_for(kind: Any, is_exact: bool) -> None:
    check = kind(name="c", points=1, kind=kind.__name__.lower(), cases=CASES[:1], exact_zeros=is_exact)
    judgement = judge(check, [returned([1e-15])], [returned([0.0])])
    assert judgement.verdict is Verdict.PASS if not is_exact else Verdict.FAIL
    judgement = judge(check, [returned([0.5])], [returned([0.0])])
    assert (judgement.message, judgement.got, judgement.expected) == ("item 0: 0.5 instead of 0", "[0.5]", "[0]")


PAIR, COUNTS = ([1, 2], 0.5), {"calls": 3, "kept": 2}
PARTS: dict[str, tuple[int | str, Any, Any, str]] = {
    "this part is right": (0, ([1, 2], 0.25), PAIR, ""),
    "a list for the pair": (0, [[1, 2], 0.25], PAIR, ""),
    "this part is wrong": (1, ([1, 2], 0.25), PAIR, "item 1: 0.25 instead of 0.5"),
    "of a dict": ("calls", {"calls": 3, "kept": 0}, COUNTS, ""),
    "of a dict, wrong": ("kept", {"calls": 3, "kept": 0}, COUNTS, "'kept': 0 instead of 2"),
    "no pair": (0, [1, 2, 3], PAIR, "the result has 3 items, not 2"),
    "no result": (0, None, PAIR, "the result is None, not a tuple: a `return` is missing, or what follows it is None"),
}


@pytest.mark.parametrize(("part", "got", "expected", "message"), list(PARTS.values()), ids=list(PARTS))
@pytest.mark.parametrize("kind", [Cases, Random], ids=["cases", "random"])
def test_a_check_judges_the_part_that_it_names(
    kind: Any, part: int | str, got: object, expected: object, message: str
) -> None:
    check = kind(name="c", points=1, kind=kind.__name__.lower(), cases=CASES[:1], part=part)
    judgement = judge(check, [returned(got)], [returned(expected)])
    assert (judgement.verdict, judgement.message) == (Verdict.FAIL if message else Verdict.PASS, message)


def test_random_makes_fixed_calls_and_random_ones() -> None:
    check = Random(name="r", points=1, kind="random", cases=CASES[:1], inputs={"x": Logits(kind="logits")}, count=3)
    assert len(check.calls(HERE)) == 4


RAISES = [
    (raised(ValueError), Verdict.PASS, "", None),
    (raised(UnicodeError), Verdict.PASS, "", None),
    (raised(KeyError, "k"), Verdict.FAIL, "raised KeyError: k; the task asks for ValueError", "raised KeyError: k"),
    (returned(1.5), Verdict.FAIL, "bad input is not refused yet", "1.5"),
    (raised(NotImplementedError), Verdict.NOT_ATTEMPTED, "still raises NotImplementedError", ""),
    (happened(Ending.CRASHED, "exit code 1"), Verdict.CRASH, "ended the Python process it ran in (exit code 1); return a value instead", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("got", "verdict", "message", "shown"), RAISES, ids=[each[2][:40] or "right" for each in RAISES]
)
def test_raises_wants_the_exception_of_the_task(got: Any, verdict: Verdict, message: str, shown: str | None) -> None:
    judgement = judge(Raises(name="r", points=1, kind="raises", cases=CASES), [raised(ValueError), got])
    assert (judgement.verdict, judgement.message) == (verdict, message)
    if verdict is Verdict.FAIL:
        assert (judgement.index, judgement.got, judgement.expected) == (1, shown, "raises ValueError")


ACCEPTED = {
    "nan and +inf, once each": ([[1, math.nan], [math.inf], [math.nan]], "nan; +inf"),
    "a scalar": ([math.nan], "nan"),
    "else the solution's words": ([[], [1]], "no 1; no 2"),
    "three of them, and a number": ([[1]] * 5, "no 1; no 2; no 3; 2 more"),
}


@pytest.mark.parametrize(("values", "words"), list(ACCEPTED.values()), ids=list(ACCEPTED))
def test_raises_says_of_all_calls_what_is_not_refused_yet(values: list[Any], words: str) -> None:
    calls = [Call((Step("f", [value]),)) for value in ([[-math.inf]], *values)]
    expected = [raised(ValueError, f"no {index}") for index in range(len(calls))]
    got = [expected[0], *[returned(1.5)] * len(values)]  # the first one is refused
    judgement = Raises(name="r", points=1, kind="raises", cases=CASES).judge(HERE, calls, got, expected, T)
    assert judgement.message == f"bad input is not refused yet: {words}"


def test_raises_can_ask_for_another_exception() -> None:
    check = Raises(name="r", points=1, kind="raises", cases=CASES, error="TypeError")
    assert judge(check, [raised(ValueError)]).message == "raised ValueError; the task asks for TypeError"


PURE = [
    (returned(1.0), Verdict.PASS, ""),
    (returned(1.0, changed=(0,)), Verdict.FAIL, "the call changed its argument `x`; work on a copy, or build a new array"),
    (returned(1.0, changed=("k",)), Verdict.FAIL, "the call changed its argument `k`; work on a copy, or build a new array"),
    (returned(1.0, changed=(99,)), Verdict.FAIL, "the call changed its argument `99`; work on a copy, or build a new array"),
    (returned(1.0, changed=(1, 0)), Verdict.FAIL, "the call changed its argument `k`; work on a copy, or build a new array"),
    ((raised(KeyError)[0]._replace(changed=(0,)),), Verdict.FAIL, "the call changed its argument `x`; work on a copy, or build a new array"),
    (raised(KeyError), Verdict.ERROR, "raised KeyError"),
    (raised(NotImplementedError), Verdict.NOT_ATTEMPTED, "still raises NotImplementedError"),
]  # fmt: skip


@pytest.mark.parametrize(("got", "verdict", "message"), PURE, ids=[each[2][:40] or "right" for each in PURE])
def test_pure_fails_at_a_changed_argument(got: Any, verdict: Verdict, message: str) -> None:
    check = Pure(name="p", points=1, kind="pure", cases=CASES)
    judgement = judge(check, [returned(1.0), got])
    assert (judgement.verdict, judgement.message) == (verdict, message)
    assert judgement.index == (None if verdict is Verdict.PASS else 1)
    assert len(check.calls(HERE)) == 2
