"""Judgements, and the ways to judge outcomes that several kinds of checks share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from grader.core.call import AllOutcomes, Call, Ending, Outcome, Value
from grader.core.comparison import Agreement, Tolerance, compare_all
from grader.core.formatting import short
from grader.core.result import Verdict


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The verdict on a check's outcomes.

    `index` is the call to show, `line` where the learner's code raised. `obstacle` says what about the file kept the
    check from being made, as in "is a link".
    """

    verdict: Verdict
    message: str = ""
    index: int | None = None
    got: str = ""
    expected: str = ""
    line: int | None = None
    obstacle: str = ""


NO_MODULE = re.compile(r"No module named '([\w.]{1,80})'(?:;.*)?")
PASSED = Judgement(verdict=Verdict.PASS)


TROUBLES = {
    Ending.TIMED_OUT: Verdict.TIMEOUT,
    Ending.CRASHED: Verdict.CRASH,
    Ending.OUT_OF_MEMORY: Verdict.MEMORY,
    Ending.PRINTED_TOO_MUCH: Verdict.OUTPUT,
    Ending.TOO_LARGE: Verdict.OUTPUT,
    Ending.FORBIDDEN: Verdict.FORBIDDEN,
}


def trouble(outcome: Outcome, index: int) -> Judgement | None:
    """Judge an outcome that is neither a value nor an exception, or a stub's `NotImplementedError`."""
    if outcome.ending in TROUBLES:
        return Judgement(
            verdict=TROUBLES[outcome.ending],
            message=TROUBLE_TEXTS[outcome.ending].format(outcome.detail),
            index=index,
            line=outcome.raised.line if outcome.raised else None,
        )
    if outcome.is_not_attempted:  # before any comparison: a stub's exception is no wrong answer
        return Judgement(verdict=Verdict.NOT_ATTEMPTED, message="still raises NotImplementedError", index=index)
    return None


TROUBLE_TEXTS = {
    Ending.TIMED_OUT: "did not finish within {}; look for a loop that never ends or does far too much",
    Ending.CRASHED: "ended the Python process it ran in ({}); return a value instead",
    Ending.OUT_OF_MEMORY: "asked for more memory than the {} it may use",
    Ending.PRINTED_TOO_MUCH: "printed more than {} characters; take the print calls out",
    Ending.TOO_LARGE: "returned {}; only results of up to 16 MiB and 32 levels can be read",
    Ending.FORBIDDEN: "tried something that is not allowed here: {}",
}


def raised_judgement(outcome: Outcome, index: int) -> Judgement:
    """Judge an exception where a value was expected."""
    assert outcome.raised is not None
    message, line = raised_text(outcome), outcome.raised.line
    return Judgement(verdict=Verdict.ERROR, message=message, index=index, line=line, obstacle=missing_import(outcome))


def missing_import(outcome: Outcome) -> str:
    """Say which module the file imports that cannot be found; empty if that is not what was raised."""
    assert outcome.raised is not None
    found = NO_MODULE.fullmatch(outcome.raised.message) if outcome.raised.is_a("ModuleNotFoundError") else None
    return f"imports `{found[1]}`, which cannot be found" if found else ""


def raised_text(outcome: Outcome) -> str:
    """Return the exception's type and message in one line."""
    assert outcome.raised is not None
    message = " ".join(outcome.raised.message.split())
    return f"raised {outcome.raised.type_name}{': ' + message if message else ''}"


def shown(outcome: Outcome) -> str:
    """Return the outcome as text for a person: the value, the exception, or how the call ended."""
    if outcome.ending is Ending.RETURNED:
        return short(outcome.value)
    return raised_text(outcome) if outcome.raised else outcome.ending.value


def judge_by_comparison(
    calls: Sequence[Call], got: AllOutcomes, expected: AllOutcomes, tolerance: Tolerance
) -> Judgement:
    """Judge calls of one step each: every outcome must be what the solution's is."""
    # `got` is shorter if a call ended the process; that call's own trouble is then found before the comparison.
    mine, theirs = [outcomes[-1] for outcomes in got], [outcomes[-1] for outcomes in expected[: len(got)]]
    for index, outcome in enumerate(mine):
        result = trouble(outcome, index)
        if result:
            return result
    compared = compare_all(mine, theirs, tolerance)
    failed = [(index, each) for index, each in enumerate(compared) if each.agreement is not Agreement.SAME]
    if not failed:
        return PASSED
    # First what is wrong in any precision. The smallest failing call is the easiest to follow by hand.
    index, comparison = min(failed, key=lambda item: (item[1].agreement, call_size(calls[item[0]])))
    if mine[index].raised and not theirs[index].raised:  # shown as an error with its line, not as a wrong value
        return raised_judgement(mine[index], index)
    return Judgement(
        verdict=Verdict.FAIL,
        message=comparison.difference,
        index=index,
        got=shown(mine[index]),
        expected=shown(theirs[index]),
    )


def call_size(call: Call) -> int:
    """Count the numbers and characters in a call's arguments."""
    values = [value for step in call.steps for value in (*step.args, *step.kwargs.values())]
    return sum(_size(value) for value in values)


def _size(value: Value) -> int:
    if isinstance(value, np.ndarray):
        return int(value.size)
    if isinstance(value, dict):
        return sum(_size(key) + _size(item) for key, item in value.items())
    if isinstance(value, list | tuple | set):
        return sum(map(_size, value))
    return len(value) if isinstance(value, str | bytes) else 1
