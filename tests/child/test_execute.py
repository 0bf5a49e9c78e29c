"""One call, made the same way for learners' functions and for solutions."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from grader.child.codec import Decoder, Encoder, Json
from grader.child.execute import (
    changed_arguments,
    describe_exception,
    enclosing,
    ending,
    execute,
    looping_line,
    raising_line,
)
from grader.child.imports import run_source
from grader.child.printed import OutputLimitError, Printed

LIMITS = {"result_bytes": 1000, "output_characters": 100}


def do(function: Any, *steps: dict[str, Any], drain: int = 0, blob: bytes = b"") -> list[Json]:
    """Do steps on a module that holds a function."""
    module = ModuleType("submission")
    module.f = function  # type: ignore[attr-defined]
    blank: dict[str, Any] = {"name": "f", "of": None, "args": [], "kwargs": {}, "as": None, "get": False}
    blank |= {"may_raise": False, "overwrites": False}
    call = {"steps": [{**blank, **step} for step in steps], "drain": drain}
    answers, _ = execute(module, call, blob, lambda handle: handle, LIMITS, "f.py")
    return answers


def thrower(error: BaseException) -> Any:
    """Return a function that raises."""

    def function() -> None:
        raise error

    return function


def printer() -> None:
    """Print too much."""
    raise OutputLimitError


ENDINGS = {
    "a value": (lambda: 3, {"did": "returned", "value": 3, "changed": []}),
    "no memory": (thrower(MemoryError()), {"did": "memory", "line": None, "changed": []}),
    "too much output": (printer, {"did": "output", "line": None, "changed": []}),
    "too large": (lambda: b"x" * 2000, {"did": "too-large", "what": "a value that takes more room than allowed", "changed": []}),
}  # fmt: skip


@pytest.mark.parametrize(("function", "answer"), list(ENDINGS.values()), ids=list(ENDINGS))
def test_a_step_ends_in_one_of_these_ways(function: Any, answer: Json) -> None:
    assert do(function, {}, {})[0] == answer
    assert len(do(function, {}, {})) == (2 if answer["did"] == "returned" else 1)


def test_after_an_exception_the_rest_is_done_only_if_it_was_expected() -> None:
    assert [answer["did"] for answer in do(thrower(ValueError()), {}, {})] == ["raised"]
    assert [answer["did"] for answer in do(thrower(ValueError()), {"may_raise": True}, {})] == ["raised", "raised"]


def test_steps_use_what_earlier_ones_kept() -> None:
    answers = do(
        lambda: [3, 1, 2],
        {"as": "x"},
        {"name": "sort", "of": "x"},
        {"name": "copy", "of": "x"},
        {"name": "nothing", "of": "x", "get": True, "may_raise": True},
        {"name": "", "of": "x", "get": True},
    )
    assert [answer.get("value") for answer in answers] == [None, None, {"l": [1, 2, 3]}, None, {"l": [1, 2, 3]}]
    assert answers[3]["error"]["message"] == "'list' object has no attribute 'nothing'"


def kept(*values: Any, how: str = "args", is_locked: bool = False, overwrites: bool = True) -> Any:
    """Give values to a function that keeps them in a list, and return what is in the list afterwards."""
    encoder, store = Encoder(), []

    def keep(*args: Any, **kwargs: Any) -> list[Any]:
        store.extend([*args, *kwargs.values()])
        for each in store:
            if is_locked and isinstance(each, np.ndarray):
                each.setflags(write=False)
        return store

    encoded = [encoder.encode(value) for value in values]
    given = {"args": encoded} if how == "args" else {"kwargs": dict(zip("wxyz", encoded, strict=False))}
    (answer,) = do(keep, {**given, "as": "store", "overwrites": overwrites}, blob=encoder.blob)
    assert answer == {"did": "returned", "value": None, "changed": []}
    return store


@pytest.mark.parametrize("how", ["args", "kwargs"])
def test_arrays_of_floats_are_overwritten_after_the_step_and_nothing_else_is(how: str) -> None:
    array, single, number, items = kept(np.eye(2), np.ones(1, np.float32), 2.5, [1.0], how=how)
    assert np.isnan(array).all()
    assert np.isnan(single).all()
    assert (number, items) == (2.5, [1.0])


def test_arrays_stay_as_they_are_unless_the_step_says_otherwise() -> None:
    assert kept(np.eye(2), overwrites=False)[0].tolist() == [[1, 0], [0, 1]]


class BadText(Exception):
    """Cannot be shown."""

    def __str__(self) -> str:
        raise KeyboardInterrupt


class NumberText(Exception):
    """Shows a number."""

    def __str__(self) -> str:
        return 7  # type: ignore[return-value]  # noqa: PLE0307 - the point


class OddError(ValueError):
    """Says that it is something else."""

    __module__ = "builtins"
    __name__ = "KeyError"


DESCRIBED = {
    "plain": (ValueError("no"), "ValueError", "no"),
    "long": (ValueError("x" * 10**6), "ValueError", f"{'x' * 250} … {'x' * 250}"),
    "surrogates": (ValueError("\ud800"), "ValueError", "\\ud800"),
    "unshowable": (
        BadText(),
        BadText.__module__.partition(".")[0] + ".BadText",
        "(its message cannot be shown: __str__ failed)",
    ),
    "a number": (
        NumberText(),
        NumberText.__module__.partition(".")[0] + ".NumberText",
        "(its message cannot be shown: __str__ failed)",
    ),
    "exit": (SystemExit(3), "SystemExit", "3"),
}


@pytest.mark.parametrize(("error", "name", "message"), list(DESCRIBED.values()), ids=list(DESCRIBED))
def test_an_exception_is_described_whatever_it_does(error: BaseException, name: str, message: str) -> None:
    described = describe_exception(error, "f.py")
    assert (described["type"], described["message"], described["line"]) == (name, message, None)


class NoClassError(Exception):
    """Refuses to say its class."""

    @property
    def __class__(self) -> Any:
        raise KeyError


def test_how_a_step_ended_is_not_asked_of_the_exception() -> None:
    assert ending(NoClassError(), "f.py")["did"] == "raised"
    assert ending(PermissionError(), "f.py")["did"] == "forbidden"


def test_only_true_built_in_classes_count_as_ancestors() -> None:
    assert describe_exception(OddError(), "f.py")["ancestry"] == ["ValueError", "Exception", "BaseException"]


def described(source: str) -> Json:
    """Execute source as a learner's file, and describe what it raises."""
    try:
        exec(compile(source, "f.py", "exec"), {})
    except BaseException as error:
        return describe_exception(error, "f.py")


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        ("x = 1\nraise ValueError('no')", 2, "no"),
        ("def f():\n    raise ValueError('in f')\n\nf()", 2, "in f"),
        ("import json\n\njson.loads('{')", 3, "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("x = 1\ny = (", 2, "'(' was never closed"),
        ("e = SyntaxError('odd')\ne.filename = 'f.py'\ne.lineno = 'one'\nraise e", 4, "odd"),
        ("e = SyntaxError(7)\ne.filename = 'f.py'\nraise e", 3, "(its message cannot be shown: __str__ failed)"),
    ],
    ids=["raised", "in a function", "in a library", "syntax", "odd line", "odd message"],
)  # fmt: skip
def test_the_line_is_the_last_one_in_the_learners_file(source: str, line: int, message: str) -> None:
    found = described(source)
    assert (found["line"], found["message"]) == (line, message)


def test_a_given_function_is_not_where_the_learner_looks() -> None:
    source = b"def f():\n    return half(None)\n\n\ndef half(x):  # given\n    return x / 2\n"
    module = ModuleType("f")
    run_source(source, "given.py", module)
    with pytest.raises(TypeError) as caught:
        module.f()
    assert raising_line(caught.value, "given.py") == 2
    with pytest.raises(TypeError) as caught:
        module.half(None)
    assert raising_line(caught.value, "given.py") == 6


@pytest.mark.parametrize(
    ("source", "line", "column"),
    [("x = 1\nif x\n", 2, 5), ("x = (\n", 1, 5), ("'é' é é", 1, 5), ("raise ValueError", 1, None), ("import json\nraise SyntaxError('no')", 2, None)],
)  # fmt: skip
def test_the_column_of_a_syntax_error_is_told(source: str, line: int, column: int | None) -> None:
    found = described(source)
    assert (found["line"], found["column"]) == (line, column)


INSIDE: dict[str, tuple[str, Any]] = {
    "a class": ("x = 1\n\nclass A:\n    def f(self): pass\n", ["class", "A", 3]),
    "a function": ("def a():\n    def f(): pass\n", ["function", "a", 1]),
    "a coroutine": ("async def a():\n    def f(): pass\n", ["function", "a", 1]),
    "the main block": ("if __name__ == '__main__':\n    def f(): pass\n", ["main", "", 1]),
    "another condition": ("if 1 > 2:\n    def f(): pass\n", ["block", "", 1]),
    "a loop": ("for __name__ in []:\n    def f(): pass\n", ["block", "", 1]),
    "a with statement": ("x = 1\nwith open('') as file:\n    async def f(): pass\n", ["block", "", 2]),
    "a class in a class": ("class A:\n    class B:\n        class f: pass\n", ["class", "B", 2]),
    "a name with a long tail": (f"class {'A' * 100}:\n    def f(): pass\n", ["class", f"{'A' * 30} … {'A' * 30}", 1]),
    "nothing": ("def f(): pass\n", None),
    "no definition": ("class A:\n    f = 1\n    def g(): f()\n", None),
    "no Python": ("def f(:", None),
}


@pytest.mark.parametrize(("source", "inside"), list(INSIDE.values()), ids=list(INSIDE))
def test_the_definition_around_a_function_is_found(source: str, inside: Any) -> None:
    assert enclosing(source.encode(), "f") == inside


LOOPS = """\
def g(n):
    for i in range(n):
        n += i
    return n


def f(n):
    for i in range(9):
        while n:
            for j in range(2):
                g(j)
        n = 2
    while n: n = 1
    return (
        n
    )
"""


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ([], None),
        ([7], 7),
        ([4], 4),
        ([3], 2),
        ([2], 2),
        ([13], 13),
        ([12], 8),
        ([11], 9),
        ([9], 9),
        ([10, 3], 9),
        ([12, 3], 8),
        ([13, 3], 13),
        ([15, 3], 2),
        ([3, 11], 9),
        ([15, 4], 4),
        ([99], 99),
    ],
    ids=str,
)
def test_where_time_ran_out_is_told_by_the_outermost_loop(lines: list[int], line: int | None) -> None:
    assert looping_line(LOOPS.encode(), lines) == line


VALUES: list[tuple[Any, Any]] = [
    (np.arange(3.0), lambda x: x.__setitem__(0, 5.0)),
    (np.array([0.0]), lambda x: np.negative(x, out=x)),
    (np.arange(4.0), lambda x: x.resize((2, 2), refcheck=False)),
    ([1, [2]], lambda x: x[1].append(3)),
    ([1, 2], lambda x: x.reverse()),
    ([1], lambda x: x.append(x)),
    ({"a": [1]}, lambda x: x.update(b=2)),
    ([np.arange(2.0)], lambda x: x[0].fill(7)),
    ([b"ab", 1], lambda x: x.pop()),
    ({1}, lambda x: x.add(2)),
]


@pytest.mark.parametrize(("value", "change"), VALUES, ids=[repr(each[0]) for each in VALUES])
@pytest.mark.parametrize("how", ["position", "name"])
def test_a_changed_argument_is_seen_and_an_unchanged_one_is_not(value: Any, change: Any, how: str) -> None:
    encoder = Encoder()
    sent = encoder.encode(value)
    for is_changed in (False, True):
        got = Decoder(encoder.blob).decode(sent)
        if is_changed:
            change(got)
        step = {"args": [sent], "kwargs": {}} if how == "position" else {"args": [], "kwargs": {"x": sent}}
        args, kwargs = ([got], {}) if how == "position" else ([], {"x": got})
        found = changed_arguments(step, args, kwargs, encoder.blob)
        assert found == ([0] if how == "position" else ["x"]) * is_changed


def test_output_is_passed_on_up_to_a_bound_and_refused_after_a_limit() -> None:
    told: list[str] = []
    printed = Printed(told.append, keep=5, limit=10)
    assert printed.write("abc") == 3
    assert printed.write("\ud800") == 1
    assert printed.write("efghij") == 6
    assert told == ["abc", "\\ud800", "e"]
    assert not printed.is_over
    with pytest.raises(OutputLimitError, match=r"^more than 10 characters printed$"):
        printed.write("k")
    assert printed.is_over
    with pytest.raises(TypeError, match=r"^write\(\) argument must be str, not int$"):
        printed.write(7)  # type: ignore[arg-type]
    assert (printed.encoding, printed.writable()) == ("utf-8", True)
