"""How signatures are read, and arguments fitted to them."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.call import Parameter, SignatureError, as_array, parse

TOP_K = parse("top_k(p: Array[V], k: int = 1, *, ties: str = 'first', rng: Rng) -> Array[V]")


def test_signature_is_taken_apart() -> None:
    assert TOP_K.function == "top_k"
    assert TOP_K.returns == "Array[V]"
    assert TOP_K.parameters == (
        Parameter("p", "Array[V]", is_keyword_only=False, is_required=True, is_array=True),
        Parameter("k", "int", is_keyword_only=False, is_required=False, is_array=False),
        Parameter("ties", "str", is_keyword_only=True, is_required=False, is_array=False),
        Parameter("rng", "Rng", is_keyword_only=True, is_required=True, is_array=False),
    )
    assert TOP_K.parameter("k") is TOP_K.parameters[1]
    assert TOP_K.parameter("q") is None


WRITE = "write `name(parameter: type, ...) -> type`"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"is not a signature; {WRITE}"),
        ("f of x", f"is not a signature; {WRITE}"),
        ("f(x: int) -> int\nimport os", f"is not a signature; {WRITE}"),
        ("f(x: int) -> int: ...\nimport os", f"is not a signature; {WRITE}"),
        ("f(x: \0) -> int", f"is not a signature; {WRITE}"),
        ("f(x: " + "-" * 5000 + "1) -> int", f"is not a signature; {WRITE}"),
        ("f(x: " + "(" * 5000 + "1", f"is not a signature; {WRITE}"),
        ("f(x: int) -> int: pass; x", f"is more than a signature; {WRITE}"),
        ("f(x: int) -> int: lambda", f"is more than a signature; {WRITE}"),
        ("f(x: int)", f"says no result; {WRITE}"),
        ("f(*x: int) -> int", "uses *args, **kwargs or /; name every parameter"),
        ("f(**x: int) -> int", "uses *args, **kwargs or /; name every parameter"),
        ("f(x: int, /) -> int", "uses *args, **kwargs or /; name every parameter"),
        ("f(x) -> int", "has a parameter `x` without a type; write `x: type`"),
        ("f(x: int, *, x: int) -> int", "names `x` twice; give each parameter a name of its own"),
    ],
)
def test_what_is_no_signature_says_why(text: str, message: str) -> None:
    with pytest.raises(SignatureError) as caught:
        parse(text)
    assert str(caught.value) == message


@given(st.text(alphabet="fx()[]:,->*/= \n.'\"\\#|1", max_size=40) | st.text(max_size=30))
@pytest.mark.filterwarnings("ignore")
def test_text_is_a_signature_or_refused(text: str) -> None:
    for candidate in (text, f"f({text}) -> int"):
        with contextlib.suppress(SignatureError):
            parse(candidate)


def test_lists_are_made_into_arrays_in_the_order_of_the_parameters() -> None:
    fitted = TOP_K.fit({"rng": 3, "k": 2, "p": [1, 0]})
    assert list(fitted) == ["p", "k", "rng"]
    assert fitted["p"].dtype == np.float64


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"p": [1], "rng": 1, "q": 2}, "`top_k` takes no argument `q`"),
        ({"p": [1]}, "the argument `rng` is missing"),
        ({}, "the argument `p` is missing, and the argument `rng` is missing"),
        (
            {"p": 1, "q": 2},
            "`top_k` takes no argument `q`, and `p` must be a list of numbers, and the argument `rng` is missing",
        ),
    ],
)
def test_everything_that_does_not_fit_is_said(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SignatureError) as caught:
        TOP_K.fit(arguments)
    assert str(caught.value) == message


def test_arguments_are_positional_until_one_is_left_out() -> None:
    plain = parse("f(a: int, b: int = 0, c: int = 0) -> int")
    step = plain.step({"a": 1, "b": 2, "c": 3})
    assert (step.name, step.args, step.kwargs) == ("f", [1, 2, 3], {})
    step = plain.step({"a": 1, "c": 3})
    assert (step.args, step.kwargs) == ([1], {"c": 3})
    step = parse("f(a: int = 0, b: int = 0, c: int = 0) -> int").step({"b": 2, "c": 3})
    assert (step.args, step.kwargs) == ([], {"b": 2, "c": 3})
    step = TOP_K.step({"p": [1.0], "rng": 7})
    assert (len(step.args), step.kwargs) == (1, {"rng": 7})


@pytest.mark.parametrize("value", [[1, 2.5], [[1], [2]], (1, 2), [], [True, False], [float("nan")]], ids=str)
def test_lists_of_numbers_are_float64_arrays(value: Any) -> None:
    array = as_array("p", value)
    assert array.dtype == np.float64
    np.testing.assert_array_equal(array, value)


@pytest.mark.parametrize("value", [3, 2.5, True, None, "12", b"12", {"a": 1}, ["1", "2"], [1, None], [{}]], ids=str)
def test_what_is_no_list_of_numbers_is_refused(value: Any) -> None:
    with pytest.raises(SignatureError, match=r"^`p` must be a list of numbers$"):
        as_array("p", value)
