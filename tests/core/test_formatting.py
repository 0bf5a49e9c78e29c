"""Values and calls as Python to paste, and shortened for a screen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.child.codec import Drained, Opaque
from grader.core.call import Call, Seed, Spy, Step
from grader.core.formatting import call_text, literal, short, source_line, told_apart

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
    (np.zeros((0, 4)), "np.zeros((0, 4), dtype=np.float64)", "[]"),
    (np.zeros((2, 0), dtype=int), "np.array([[], []], dtype=np.int64)", "[[], []]"),
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


@pytest.mark.parametrize(
    ("one", "other", "texts"),
    [
        (1.0, 2.0, ("1", "2")),
        (1.0, 1.0 + 1e-5, ("1", "1.00001")),
        (1.0, 1.0 + 1e-7, ("1", "1.0000001")),
        (1.0, 1.0 + 1e-9, ("1", "1.000000001")),
        (1.0, 1.0 + 1e-11, ("1", "1.00000000001")),
        (1.0, 1.0 + 2**-52, ("1.0", "1.0000000000000002")),
    ],
)
def test_two_numbers_have_as_many_digits_as_tell_them_apart(one: float, other: float, texts: tuple[str, str]) -> None:
    assert told_apart(one, other) == texts


LONG = f"x = [{', '.join(map(str, range(100)))}]"
LINES: dict[str, tuple[str, int, int | None, str]] = {
    "the first line": ("a = 1\nb = 2\n", 1, None, "a = 1"),
    "without its indentation": ("if a:\n    b = 2  \n", 2, None, "b = 2"),
    "the last line": ("a\r\nb\rc", 3, None, "c"),
    "beyond the end": ("a\nb", 3, None, ""),
    "a caret": ("if a\n", 1, 5, "if a\n    ^"),
    "a caret at the first sign": ("  a b", 1, 3, "a b\n^"),
    "a caret in an indented line": ("  a b", 1, 5, "a b\n  ^"),
    "a caret behind the end": ("ab", 1, 3, "ab\n  ^"),
    "a column far behind the end": ("ab", 1, 4, "ab"),
    "a column in the indentation": ("    ab", 1, 4, "ab"),
    "a caret behind an accent of its own": ("e\u0301 = 1 x", 1, 8, "e\u0301 = 1 x\n      ^"),
    "a caret behind wide signs": ("s = '日本' x", 1, 10, "s = '日本' x\n           ^"),
    "signs that cannot be shown": ("a\x1b[31m\u202e\tb", 1, None, "a?[31m? b"),
    "bytes that are no text": ("a = '\udcff'", 1, None, "a = '\ufffd'"),
    "a mark at the beginning of the file": ("\ufeffa = 1", 1, None, "a = 1"),
    "a long line": (LONG, 1, None, LONG[:72]),
    "a long line with its error at the beginning": (LONG, 1, 10, f"{LONG[:72]}\n{' ' * 9}^"),
    "a long line with its error far right": (LONG, 1, 101, f"{LONG[65:137]}\n{' ' * 35}^"),
    "a long indented line": (f"    {LONG}", 1, 6, f"{LONG[:72]}\n ^"),
    "a line of seventy-two signs in its indentation": (f"{' ' * 40}{'x' * 72}", 1, 100, f"{'x' * 72}\n{' ' * 59}^"),
}


@pytest.mark.parametrize(("source", "line", "column", "text"), list(LINES.values()), ids=list(LINES))
def test_a_line_of_a_file_is_shown_with_a_caret_below_its_error(
    source: str, line: int, column: int | None, text: str
) -> None:
    assert source_line(source.encode("utf-8", "surrogateescape"), line, column) == text


def test_calls_are_lines_to_paste() -> None:
    steps = (
        Step(name="Cache", args=[2], kwargs={"size": 0.5}, keep="c"),
        Step(name="add", of="c", args=[np.arange(10.0)]),
        Step(name="length", of="c", is_read=True),
        Step(name="keys", of="c", is_read=True, keep="k"),
        Step(name="", of="c", args=[1]),
    )
    assert call_text(Call(steps=steps)) == (
        "c = Cache(2, size=0.5); c.add(np.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0])); c.length; k = c.keys; c(1)"
    )
