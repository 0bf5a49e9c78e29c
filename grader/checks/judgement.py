"""Judgements, and the ways to judge outcomes that several kinds of checks share."""

import re
import sys
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from grader.core.call import AllOutcomes, Call, Ending, ExceptionInfo, Outcome, Outcomes, Value, parts_of
from grader.core.comparison import COMPUTED_IN_FLOAT32, Agreement, Tolerance, compare_all
from grader.core.formatting import short
from grader.core.result import Vectors, Verdict


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The verdict on a check's outcomes.

    `index` is the call to show, `step` its step that is wrong, from 0, `line` where the learner's code raised or met a limit, `column` where a line is no
    Python. `obstacle` says what about the file kept the
    check from being made, as in "is a link".
    """

    verdict: Verdict
    message: str = ""
    index: int | None = None
    step: int = 0
    got: str = ""
    expected: str = ""
    line: int | None = None
    column: int | None = None
    obstacle: str = ""
    vectors: Vectors | None = None
    words_of_step: str = ""
    """The first step that differs, in words."""

    @property
    def is_about_float32(self) -> bool:
        """Whether all that is wrong is that numbers are rounded to float32."""
        return self.message.endswith(COMPUTED_IN_FLOAT32)


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
            line=outcome.raised.line if outcome.raised else outcome.line,
        )
    if outcome.is_not_attempted:  # before any comparison: a stub's exception is no wrong answer
        return Judgement(verdict=Verdict.NOT_ATTEMPTED, message=_not_written(outcome), index=index)
    return None


def _not_written(outcome: Outcome) -> str:
    """Say what is not written yet: this function, or one of another file that it calls."""
    file = outcome.raised.message if outcome.raised else ""  # a stub raises without a message
    still = "still raises NotImplementedError"
    return f"calls a function of {file}, which {still}; write that first" if file.endswith(".py") else still


TROUBLE_TEXTS = {
    Ending.TIMED_OUT: "did not finish within {}; look for a loop that never ends or does far too much",
    Ending.CRASHED: "ended the Python process it ran in ({}); return a value instead",
    Ending.OUT_OF_MEMORY: "asked for more memory than the {} it may use",
    Ending.PRINTED_TOO_MUCH: "printed more than {} characters; take the print calls out",
    Ending.TOO_LARGE: "returned {}; only results of up to 16 MiB and 32 levels can be read",
    Ending.FORBIDDEN: "tried something that is not allowed here: {}; files, other programs and the network cannot be "
    "used: work with the arguments, print what you want to see, and return the result",
}


def raised_judgement(outcome: Outcome, index: int) -> Judgement:
    """Judge an exception where a value was expected."""
    assert outcome.raised is not None
    return Judgement(
        verdict=Verdict.ERROR,
        message=raised_advice(outcome),
        index=index,
        line=outcome.raised.line,
        obstacle=obstacle_of(outcome.raised),
    )


def raised_advice(outcome: Outcome) -> str:
    """Return the exception in one line, and what to do about it if that is known."""
    assert outcome.raised is not None
    return "; ".join(filter(None, (raised_text(outcome), advice_on(outcome.raised))))


def undefined(function: str) -> str:
    return f"defines no function `{function}`"


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
    calls: Sequence[Call],
    got: AllOutcomes,
    expected: AllOutcomes,
    tolerance: Tolerance,
    part: Hashable = None,
) -> Judgement:
    """Judge calls of one step each: every outcome, or one part of a tuple or dict, must be what the solution's is."""
    # `got` is shorter if a call ended the process; that call's own trouble is then found before the comparison.
    mine, theirs = [outcomes[-1] for outcomes in got], [outcomes[-1] for outcomes in expected[: len(got)]]
    for index, outcome in enumerate(mine):
        result = trouble(outcome, index)
        if result:
            return result
    judged = mine if part is None else [_with_part(*pair, part) for pair in zip(mine, theirs, strict=True)]
    compared = compare_all(judged, theirs, tolerance)
    failed = [
        (index, comparison) for index, comparison in enumerate(compared) if comparison.agreement is not Agreement.SAME
    ]
    if not failed:
        return PASSED
    # First what is wrong in any precision. The smallest failing call is the easiest to follow by hand.
    index, comparison = min(failed, key=lambda item: (item[1].agreement, call_size(calls[item[0]])))
    from grader.checks import first_difference  # only wrong answers need it

    asked = mine[index].asked, theirs[index].asked
    if mine[index].raised and not theirs[index].raised:  # shown as an error with its line, not as a wrong value
        step = first_difference.first_different_use(*asked, tolerance, is_cut_short=True)
        return replace(raised_judgement(mine[index], index), words_of_step=step)
    return Judgement(
        verdict=Verdict.FAIL,
        message=comparison.difference,
        index=index,
        got=shown(mine[index]),
        expected=shown(theirs[index]),
        vectors=first_difference.vectors_of(judged[index].value, theirs[index].value, tolerance),
        words_of_step=first_difference.first_different_use(*asked, tolerance)
        or first_difference.after_right_uses(mine[index].asked),
    )


def _with_part(mine: Outcome, theirs: Outcome, part: Hashable) -> Outcome:
    """Return the right outcome with one part of `mine`; `mine` as it is if it has other parts than the right one."""
    value = tuple(mine.value) if isinstance(mine.value, list) else mine.value  # as good as a tuple
    parts, right = parts_of(value), parts_of(theirs.value)
    if part not in right or parts.keys() != right.keys():
        return mine
    merged = {**right, part: parts[part]}
    return mine._replace(value=merged if isinstance(theirs.value, dict) else tuple(merged.values()))


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


# --- what to do about an exception ------------------------------------------------------------


class Advice(NamedTuple):
    """Advice on an exception: its type, its message, the action it comes from, as in "asks for `input()`"."""

    error: str
    message: re.Pattern[str]
    obstacle: str
    sentence: str


MODULE = re.compile(r"No module named '([\w.]{1,80})'(?:;.*)?")
ANY = re.compile(r".*", re.DOTALL)
ONLY_NUMPY = "only numpy, the standard library and your own files are available here"
NO_NETWORK = "there is no network here; use the function's arguments"
EXCEPTIONS = (
    Advice(
        "EOFError",
        re.compile("EOF when reading a line"),
        "asks for `input()`, which nobody answers here",
        "nobody answers `input()` here; use the function's arguments, or try it with `learn try`, where you can type",
    ),
    Advice(
        "bdb.BdbQuit",
        ANY,
        "stops in a debugger, which cannot be used here",
        "a debugger cannot be used here: take out `breakpoint()`, and step through this call with `learn try --pdb`",
    ),
    Advice("urllib.URLError", ANY, "", NO_NETWORK),
    Advice("socket.gaierror", ANY, "", NO_NETWORK),
    Advice("FileNotFoundError", ANY, "", "there are no files here; use the function's arguments"),
    Advice("SystemExit", ANY, "", "return the result instead of ending Python"),
    Advice(
        "ImportError",
        re.compile("attempted relative import with no known parent package"),
        "",
        "import your own files without a dot: `from name import …`",
    ),
    Advice("NameError", re.compile("name 'np' is not defined"), "", "write `import numpy as np` at the top"),
)


def advice_on(raised: ExceptionInfo) -> str:
    """Return a sentence on what to do about an exception; empty if there is none."""
    if module := missing_module(raised):
        is_known = module.partition(".")[0] in (*sys.stdlib_module_names, "numpy")
        return "" if is_known else ONLY_NUMPY
    found = _find(raised)
    return found.sentence if found else ""


def obstacle_of(raised: ExceptionInfo) -> str:
    """Say what the file does that is not possible here, as in "imports `torch`, which cannot be found"; or nothing."""
    if module := missing_module(raised):
        return f"imports `{module}`, which cannot be found"
    found = _find(raised)
    return found.obstacle if found else ""


def missing_module(raised: ExceptionInfo) -> str:
    """Return the name of the module that cannot be found; empty if that is not what was raised."""
    found = MODULE.fullmatch(raised.message) if raised.is_a("ModuleNotFoundError") else None
    return found[1] if found else ""


def _find(raised: ExceptionInfo) -> Advice | None:
    for advice in EXCEPTIONS:
        is_of_type = raised.is_a(advice.error) or raised.type_name == advice.error
        if is_of_type and advice.message.fullmatch(raised.message):
            return advice
    return None


# --- printed instead of returned --------------------------------------------------------------

PRINTS = "the function prints the answer; return it"
NUMBER = re.compile(r"(?<![\w.])(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?inf|nan|True|False)(?![\w])")
WORDS = {"True": 1.0, "False": 0.0}
DIGITS = 1e-6
"""How far a printed number may be from the answer: numpy prints 8 digits."""


def prints_the_answers(printed: str, expected: Sequence[Outcomes]) -> bool:
    """Return whether the output of some calls is their expected results and nothing else."""
    if any(outcomes[-1].ending is not Ending.RETURNED for outcomes in expected):
        return False
    values = [outcomes[-1].value for outcomes in expected]
    if printed == "".join(f"{value}\n" for value in values):
        return True
    wanted = [number for value in values for number in numbers_in(value)]
    found = [WORDS.get(text) if text in WORDS else float(text) for text in NUMBER.findall(printed)]
    if not wanted or len(found) != len(wanted) or None in wanted:
        return False
    return bool(np.allclose(np.array(found, float), np.array(wanted, float), rtol=DIGITS, atol=0, equal_nan=True))


def numbers_in(value: Value) -> list[float | None]:
    """Return the numbers in an array, a list or a tuple in order, None for everything else."""
    if isinstance(value, np.ndarray):
        return [_number(number) for number in value.ravel().tolist()]
    if isinstance(value, list | tuple):
        return [number for item in value for number in numbers_in(item)]
    return [_number(value)]


def _number(value: Value) -> float | None:
    try:
        return float(value) if isinstance(value, int | float | np.number | np.bool_) else None
    except OverflowError:
        return None
