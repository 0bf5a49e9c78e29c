"""Values and calls as Python to paste, and shortened for a screen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.core.call import Call, Seed, Spy, Step
from grader.core.formatting import call_text, literal, short
from grader.sandbox.child.codec import Drained, Opaque

VALUES: list[tuple[Any, str, str]] = [
    (None, "None", "None"),
    (True, "True", "True"),
    (np.bool_(False), "False", "False"),
    (7, "7", "7"),
    (np.int32(7), "7", "7"),
    (0.1 + 0.2, "0.30000000000000004", "0.3"),
    (np.float64(1 / 3), "0.3333333333333333", "0.333333"),
    (float("-inf"), "float('-inf')", "float('-inf')"),
    ("it's", '"it\'s"', '"it\'s"'),
    ("\ud800\x1b", "'\\ud800\\x1b'", "'\\ud800\\x1b'"),
    (b"\x00", "b'\\x00'", "b'\\x00'"),
    ([1, [2.5]], "[1, [2.5]]", "[1, [2.5]]"),
    ((1,), "(1,)", "(1,)"),
    ((1, 2), "(1, 2)", "(1, 2)"),
    ((), "()", "()"),
    ({2, 1}, "{1, 2}", "{1, 2}"),
    (set(), "set()", "set()"),
    ({"a": 1.5}, "{'a': 1.5}", "{'a': 1.5}"),
    (list(range(10)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", "[0, 1, 2, 3, 4, 5, 6, 7, … 10 in all]"),
    (Drained([1]), "[1]", "[1]"),
    (np.array([1.0, 2.5]), "np.array([1.0, 2.5])", "[1, 2.5]"),
    (np.array([[1.0], [np.inf]]), "np.array([[1.0], [float('inf')]])", "[[1], [inf]]"),
    (np.array([-np.inf]), "np.array([float('-inf')], dtype=np.float64)", "[-inf]"),
    (np.array([]), "np.array([], dtype=np.float64)", "[]"),
    (np.array(1.5), "np.array(1.5)", "1.5"),
    (np.array([1, 2]), "np.array([1, 2], dtype=np.int64)", "[1, 2]"),
    (np.array([True]), "np.array([True], dtype=np.bool_)", "[True]"),
    (np.array([0.5], np.float32), "np.array([0.5], dtype=np.float32)", "[0.5]"),
    (Opaque("complex"), "<complex>", "<complex>"),
    (Seed(number=3), "np.random.default_rng(3)", "np.random.default_rng(3)"),
    (Spy(name="model", make=list), "model", "model"),
]


@pytest.mark.parametrize(("value", "full", "cut"), VALUES, ids=[each[1] for each in VALUES])
def test_values_are_written_in_full_and_short(value: Any, full: str, cut: str) -> None:
    assert (literal(value), short(value)) == (full, cut)


@pytest.mark.parametrize("value", [each[0] for each in VALUES[:28]], ids=[each[1] for each in VALUES[:28]])
def test_what_is_written_in_full_makes_the_value_again(value: Any) -> None:
    back = eval(literal(value), {"np": np})
    assert np.array_equal(back, value) if isinstance(value, np.ndarray) else back == value


def test_long_text_is_cut_in_the_middle() -> None:
    assert short("x" * 1000) == f"'{'x' * 149} … {'x' * 149}'"


def test_calls_are_lines_to_paste() -> None:
    steps = (
        Step(name="Cache", args=[2], kwargs={"size": 0.5}, keep="c"),
        Step(name="add", of="c", args=[np.arange(10.0)]),
        Step(name="length", of="c", is_read=True),
        Step(name="", of="c", args=[1]),
    )
    assert call_text(Call(steps=steps)) == (
        "c = Cache(2, size=0.5); c.add(np.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0])); c.length; c(1)"
    )
