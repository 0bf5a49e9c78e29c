"""`calls`: what is asked of spies is compared question by question."""

from __future__ import annotations

from typing import Any

import pytest
from handmade import returned, setting

from grader.checks.base import Case
from grader.checks.calls import Calls
from grader.checks.judgement import Judgement
from grader.core.call import SpyCall
from grader.core.comparison import Tolerance
from grader.core.result import Verdict

HERE = setting("f(model: Model) -> int", toy=list)
CHECK = Calls(name="c", points=1, kind="calls", cases=(Case(args={"model": {"spy": "toy"}}),))


def asked(*uses: Any) -> tuple[SpyCall, ...]:
    """Make notes of questions; each use is a method's name, or the arguments of a plain call."""
    return tuple(
        SpyCall(spy="model", use=use, args=()) if isinstance(use, str) else SpyCall(spy="model", use="", args=(use,))
        for use in uses
    )


def judge(mine: tuple[SpyCall, ...], theirs: tuple[SpyCall, ...], value: Any = 1, right: Any = 1) -> Judgement:
    """Judge what was asked."""
    got, expected = [returned(value, asked=mine)], [returned(right, asked=theirs)]
    return CHECK.judge(HERE, CHECK.calls(HERE), got, expected, Tolerance())


JUDGED = {
    "the same": (asked("new", [1]), asked("new", [1]), ""),
    "another method": (asked("new", "cut"), asked("new", [1]), "call 2 is one of `model.cut`; `model` is needed there"),
    "other arguments": (asked([1, 2]), asked([1]), "call 1 of `model` was given ([1, 2],); ([1],) is needed there"),
    "one too many": (asked([1], [1]), asked([1]), "`model` was called 2 times; once is enough and needed"),
    "one too few": (asked([1]), asked([1], [1], [1]), "`model` was called once; 3 times is enough and needed"),
    "none": (asked(), asked([1]), "`model` was called 0 times; once is enough and needed"),
    "the second of two": (asked([1], [3]), asked([1], [2]), "call 2 of `model` was given ([3],); ([2],) is needed there"),
    "the first after another method": (asked("new", [3]), asked("new", [2]), "call 1 of `model` was given ([3],); ([2],) is needed there"),
    "another at once": (asked("cut"), asked("new"), "call 1 is one of `model.cut`; `model.new` is needed there"),
    "nearly the same arguments": (asked([1.0 + 1e-12]), asked([1.0]), ""),
    "one method too often": (asked("cut", "new", "new"), asked("cut", "new"), "`model.new` was called 2 times; once is enough and needed"),
    "another one at the end": (asked([1], "cut"), asked([1]), "`model.cut` was called once; 0 times is enough and needed"),
}  # fmt: skip


@pytest.mark.parametrize(("mine", "theirs", "message"), list(JUDGED.values()), ids=list(JUDGED))
def test_questions_must_be_the_solutions(mine: Any, theirs: Any, message: str) -> None:
    judgement = judge(mine, theirs)
    assert (judgement.verdict, judgement.message) == (Verdict.FAIL if message else Verdict.PASS, message)
    assert judgement.index == (0 if message else None)


def test_results_are_compared_before_questions() -> None:
    assert judge(asked([1]), asked([2]), value=2).message == "2 instead of 1"
    assert judge(asked([1]), asked([2]), value=0.1 + 1e-8, right=0.1).message == "0.10000001 instead of 0.1"


def test_a_case_without_a_spy_is_a_problem() -> None:
    check = Calls(name="c", points=1, kind="calls", cases=(Case(args={"model": 3}),))
    assert list(check.problems(HERE)) == [
        (("cases", 0), "has no spy; write `{spy: name}` for the argument whose calls are counted")
    ]
    assert list(CHECK.problems(HERE)) == []
