"""`script`: steps on a learner's objects."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from handmade import happened, raised, returned, setting

from grader.checks.judgement import Judgement
from grader.checks.script import Script, ScriptStep
from grader.core.call import Ending
from grader.core.comparison import COMPUTED_IN_FLOAT32, Tolerance
from grader.core.formatting import call_text
from grader.core.result import Verdict

HERE = setting("Counter(limit: int) -> Counter")


def script(*steps: ScriptStep) -> Script:
    """Make a check of one script."""
    return Script(name="s", points=1, kind="script", scripts=(steps,))


CHECK = script(
    ScriptStep(new="Counter", args=(5,), keep="c"),
    ScriptStep(call="c.add", args=({"tuple": [1]},), may_raise=True),
    ScriptStep(read="c.count"),
)


def judge(*got: Any, expected: tuple[Any, ...] = (returned(None), raised(ValueError), returned(0.5))) -> Judgement:
    """Judge the outcomes of one script."""
    mine, theirs = (tuple(step[0] for step in steps) for steps in (got, expected))
    return CHECK.judge(HERE, CHECK.calls(HERE), [mine], [theirs], Tolerance())


def test_a_script_is_one_call_of_many_steps() -> None:
    (call,) = CHECK.calls(HERE)
    assert call_text(call) == "c = Counter(5); c.add((1,)); c.count"
    assert [step.may_raise for step in call.steps] == [False, True, False]


JUDGED = {
    "right": ((returned(None), raised(ValueError), returned(0.5)), Verdict.PASS, "", None),
    "a wrong value": ((returned(None), raised(ValueError), returned(1.5)), Verdict.FAIL, "step 3: 1.5 instead of 0.5", None),
    "no exception": ((returned(None), returned(1)), Verdict.FAIL, "step 2: returned instead of raised", None),
    "another exception": ((returned(None), raised(KeyError)), Verdict.FAIL, "step 2: raised KeyError, not ValueError", None),
    "an exception": ((raised(KeyError, line=9),), Verdict.ERROR, "raised KeyError", 9),
    "a stub": ((raised(NotImplementedError),), Verdict.NOT_ATTEMPTED, "still raises NotImplementedError", None),
    "a crash": ((happened(Ending.CRASHED, "exit code 3"),), Verdict.CRASH, "ended the Python process it ran in (exit code 3); return a value instead", None),
}  # fmt: skip


@pytest.mark.parametrize(("got", "verdict", "message", "line"), list(JUDGED.values()), ids=list(JUDGED))
def test_the_first_step_that_differs_is_told(got: Any, verdict: Verdict, message: str, line: int | None) -> None:
    judgement = judge(*got)
    assert (judgement.verdict, judgement.message, judgement.line) == (verdict, message, line)
    assert judgement.index == (None if verdict is Verdict.PASS else 0)


OVERWRITTEN = {
    "one": ((2,), "; the caller had filled the arrays of step 2 with nan"),
    "two": ((2, 3), "; the caller had filled the arrays of steps 2 and 3 with nan"),
    "the one that differs": ((4,), ""),
}


@pytest.mark.parametrize(("numbers", "words"), list(OVERWRITTEN.values()), ids=list(OVERWRITTEN))
def test_a_difference_after_overwriting_says_what_was_overwritten(numbers: tuple[int, ...], words: str) -> None:
    steps = [ScriptStep(new="Store", keep="s")]
    steps += [ScriptStep(call="s.add", overwrites=number in numbers) for number in (2, 3, 4)]
    check = script(*steps)
    got, expected = ((*[returned(None)[0]] * 3, returned(value)[0]) for value in (1.5, 0.5))
    judgement = check.judge(HERE, check.calls(HERE), [got], [expected], Tolerance())
    assert judgement.message == f"step 4: 1.5 instead of 0.5{words}"


def test_float32_is_refused() -> None:
    judgement = judge(returned(None), raised(ValueError), returned(float(np.nextafter(np.float32(0.5), np.float32(1)))))
    assert (judgement.verdict, judgement.message) == (Verdict.FAIL, f"step 3: {COMPUTED_IN_FLOAT32}")


PROBLEMS = [
    (Script(name="s", points=1, kind="script"), ("scripts",), "has no script; write at least one"),
    (script(), ("scripts", 0), "has no step; write at least one"),
    (script(ScriptStep()), ("scripts", 0, 0), "a step is one of `new`, `call` and `read`; write exactly one of them"),
    (script(ScriptStep(new="A", keep="a"), ScriptStep(call="a")), ("scripts", 0, 1), "`a` is not of the form `object.name`; write both, with a dot between"),
    (script(ScriptStep(new="A", args=({"array": [1], "dtype": "int64"}, 2.0), overwrites=True)), ("scripts", 0, 0), "`overwrites` has no array of floats to fill; give one in `args`, or take it out"),
    (script(ScriptStep(read="c.count")), ("scripts", 0, 0), "no earlier step keeps `c`; write `keep: c` in the step that makes it"),
]  # fmt: skip


MALFORMED = [
    (ScriptStep(new="A", call="c.x"), "a step is one of `new`, `call` and `read`; write exactly one of them"),
    (ScriptStep(call="c.x", read="c.x"), "a step is one of `new`, `call` and `read`; write exactly one of them"),
    (ScriptStep(call=".x"), "`.x` is not of the form `object.name`; write both, with a dot between"),
    (ScriptStep(read="c."), "`c.` is not of the form `object.name`; write both, with a dot between"),
    (ScriptStep(read="c.x y"), "`c.x y` is not of the form `object.name`; write both, with a dot between"),
    (ScriptStep(call=""), "`` is not of the form `object.name`; write both, with a dot between"),
    (ScriptStep(call="c.x", overwrites=True), "`overwrites` has no array of floats to fill; give one in `args`, or take it out"),
    (ScriptStep(call="c.x", args=({"made": "m"},), overwrites=True), "there is no function `m` in f_checks.py beside the solution; write it or correct the name"),
    (ScriptStep(call="c.x", args=(1, {"array": [1], "dtype": "float32"}), overwrites=True), None),
    (ScriptStep(call="c.x"), None),
    (ScriptStep(read="c.x"), None),
    (ScriptStep(new="A"), None),
]  # fmt: skip


@pytest.mark.parametrize(("step", "message"), MALFORMED, ids=[repr(each[0])[:90] for each in MALFORMED])
def test_a_step_of_unclear_form_is_a_problem(step: ScriptStep, message: str | None) -> None:
    check = script(ScriptStep(new="C", keep="c"), step)
    assert list(check.problems(HERE)) == (
        [(("scripts", 0, 1, *(["args"] if step.args else [])), message)] if message else []
    )


@pytest.mark.parametrize(("check", "trail", "message"), PROBLEMS, ids=[each[2][:40] for each in PROBLEMS])
def test_problems_stand_at_their_step(check: Script, trail: tuple[Any, ...], message: str) -> None:
    assert list(check.problems(HERE)) == [(trail, message)]
