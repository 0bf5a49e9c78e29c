"""Advice on exceptions, obstacles, and answers that are printed instead of returned."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from handmade import raised, returned

from grader.checks.judgement import advice_on, call_size, missing_module, obstacle_of, prints_the_answers, raised_advice
from grader.core.call import Call, ExceptionInfo, Step

ONLY = "only numpy, the standard library and your own files are available here"
NO_NETWORK = "there is no network here; use the function's arguments"
EXCEPTIONS: dict[str, tuple[str, str, str, str]] = {
    # type, message, advice, obstacle
    "scipy": ("ModuleNotFoundError", "No module named 'scipy'", ONLY, "imports `scipy`, which cannot be found"),
    "a part of torch": ("ModuleNotFoundError", "No module named 'torch.nn'; 'torch' is not a package", ONLY, "imports `torch.nn`, which cannot be found"),
    "a part of numpy": ("ModuleNotFoundError", "No module named 'numpy.x'", "", "imports `numpy.x`, which cannot be found"),
    "a part of the library": ("ModuleNotFoundError", "No module named 'json.x'", "", "imports `json.x`, which cannot be found"),
    "a sentence": ("ModuleNotFoundError", "No module named 'a b'", "", ""),
    "an import error": ("ImportError", "No module named 'scipy'", "", ""),
    "a relative import": ("ImportError", "attempted relative import with no known parent package", "import your own files without a dot: `from name import …`", ""),
    "input": ("EOFError", "EOF when reading a line", "nobody answers `input()` here; use the function's arguments, or try it with `learn try`, where you can type", "asks for `input()`, which nobody answers here"),
    "another end": ("EOFError", "Ran out of input", "", ""),
    "a link": ("urllib.URLError", "<urlopen error\n>", NO_NETWORK, ""),
    "an address": ("socket.gaierror", "[Errno -3]", NO_NETWORK, ""),
    "a file": ("FileNotFoundError", "'x'", "there are no files here; use the function's arguments", ""),
    "an exit": ("SystemExit", "", "return the result instead of ending Python", ""),
    "numpy": ("NameError", "name 'np' is not defined", "write `import numpy as np` at the top", ""),
    "another name": ("NameError", "name 'npx' is not defined", "", ""),
    "a key": ("KeyError", "'k'", "", ""),
}  # fmt: skip


def exception(kind: str, message: str) -> ExceptionInfo:
    """Make what a learner's process reports of an exception."""
    ancestry = (kind, "ImportError") if kind == "ModuleNotFoundError" else (kind,)
    return ExceptionInfo(kind, ancestry if "." not in kind else ("OSError",), message, 1)


@pytest.mark.parametrize(("kind", "message", "advice", "obstacle"), list(EXCEPTIONS.values()), ids=list(EXCEPTIONS))
def test_an_exception_that_comes_from_where_the_code_runs_has_advice(
    kind: str, message: str, advice: str, obstacle: str
) -> None:
    info = exception(kind, message)
    assert (advice_on(info), obstacle_of(info)) == (advice, obstacle)


def test_an_exception_and_its_advice_are_one_line() -> None:
    outcome = raised(NameError, "name 'np' is not defined")[0]
    wanted = "raised NameError: name 'np' is not defined; write `import numpy as np` at the top"
    assert raised_advice(outcome) == wanted
    assert raised_advice(raised(KeyError, "1")[0]) == "raised KeyError: 1"


def test_the_name_of_a_missing_module_is_at_most_80_long() -> None:
    for length, found in ((80, "m" * 80), (81, "")):
        assert missing_module(exception("ModuleNotFoundError", f"No module named '{'m' * length}'")) == found


PRINTED: dict[str, tuple[str, list[Any], bool]] = {
    "a number": ("1.5\n", [1.5], True),
    "with words": ("the sum is 1.5!\n", [1.5], True),
    "two calls": ("1\n2\n", [1, 2], True),
    "in another order": ("2\n1\n", [1, 2], False),
    "too many": ("1 2 3", [1, 2], False),
    "too few": ("1", [1, 2], False),
    "nothing": ("", [1], False),
    "nothing, and nothing expected": ("", [""], False),
    "an array": ("[0.1  0.25 0.65]", [np.array([0.1, 0.25, 0.65])], True),
    "rows": ("[[1. 2.]\n [3. 4.]]", [np.array([[1.0, 2.0], [3.0, 4.0]])], True),
    "eight digits": ("0.33333333", [1 / 3], True),
    "five digits": ("0.33333", [1 / 3], False),
    "within a millionth": ("1.0000009", [1.0], True),
    "not within a millionth": ("1.0000011", [1.0], False),
    "not quite zero": ("1e-9", [0.0], False),
    "an exponent": ("-1.5e-07", [-1.5e-7], True),
    "a leading point": (".5 +2.", [0.5, 2.0], True),
    "infinity and nan": ("inf -inf nan", [float("inf"), float("-inf"), float("nan")], True),
    "booleans": ("[ True False]", [np.array([True, False])], True),
    "a boolean as a number": ("1.0", [True], True),
    "text": ("hello\n", ["hello"], True),
    "text with more": ("say hello\n", ["hello"], False),
    "text among numbers": ("1 a", [[1, "a"]], False),
    "a list of text": ("['a', 'b']\n", [["a", "b"]], True),
    "a list in a tuple": ("([1, 2], 3)", [([1, 2], 3)], True),
    "part of a name": ("x1 1", [1], True),
    "a unit": ("2kg", [2], False),
    "an integer beyond floats": ("1" + "0" * 400, [10**400], False),
    "an integer beyond floats, alone": ("1" + "0" * 400 + "\n", [10**400], True),
    "numpy's numbers": ("3 4.5", [np.int64(3), np.float32(4.5)], True),
}


@pytest.mark.parametrize(("printed", "values", "is_answer"), list(PRINTED.values()), ids=list(PRINTED))
def test_output_that_is_the_expected_results_and_nothing_else_is_recognized(
    printed: str, values: list[Any], is_answer: bool
) -> None:
    assert prints_the_answers(printed, [returned(value) for value in values]) is is_answer


def test_output_is_no_answer_where_an_exception_is_expected() -> None:
    assert not prints_the_answers("1\n", [returned(1), raised(ValueError)])


def test_a_call_is_as_large_as_what_its_arguments_hold() -> None:
    values = ("abc", {"abc": ["x", 1]}, np.zeros((2, 3)), {1, 2}, None)
    assert [call_size(Call(steps=(Step(name="f", args=(value,)),))) for value in values] == [3, 5, 6, 2, 1]
