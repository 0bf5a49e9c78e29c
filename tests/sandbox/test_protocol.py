"""Calls on the wire: spies are served and questions noted; nonsense is a WireError."""

from __future__ import annotations

import contextlib
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from handmade import call
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.child.codec import WireError
from grader.core.call import Call, Ending, ExceptionInfo, LoadResult, Outcome, Spy, SpyCall, Step
from grader.sandbox import protocol
from grader.sandbox.protocol import (
    Batch,
    TooManyQuestionsError,
    read_loaded,
    read_raised,
)
from grader.sandbox.trusted import run_trusted


class Cache:
    """A part of a served object."""

    served_methods = ("truncate",)
    served_attributes = ("length",)
    length = 3

    def truncate(self, n: int) -> None:
        """Refuse."""
        raise IndexError(n)


class Model:
    """A served object."""

    served_methods = ("new_cache", "same_cache")
    secret = "secret"

    def __init__(self) -> None:
        self.cache = Cache()

    def new_cache(self) -> Cache:
        """Make a cache."""
        return Cache()

    def same_cache(self) -> Cache:
        """Return the one cache."""
        return self.cache

    def __call__(self, ids: Any, cache: Any = None) -> Any:
        """Count, or fail in a way of its own."""
        if ids == "fail":
            raise RuntimeError("a \x1b[31m fault")
        return np.array([float(len(ids)), float(cache is self.cache)])


def trusted(function: Any, *args: Any, **more: Any) -> Any:
    """Run a function as solutions are run; return the only outcome."""
    module = ModuleType("solution")
    module.f = function  # type: ignore[attr-defined]
    ((outcome,),) = run_trusted(module, [Call(steps=(Step(name="f", args=args),), **more)])
    return outcome


MODEL = Spy(name="model", make=Model)


def test_a_spy_is_asked_and_every_call_is_noted() -> None:
    def function(model: Any) -> Any:
        cache = model.same_cache()
        return [model([1, 2], cache), model.same_cache().length, model([1, 2], model.new_cache())]

    outcome = trusted(function, MODEL)
    assert [np.asarray(value).tolist() for value in outcome.value] == [[2.0, 1.0], 3, [2.0, 0.0]]
    assert outcome.asked == (
        SpyCall("model", "same_cache", ()),
        SpyCall("model", "", ([1, 2], "model.cache"), ("ids", "cache")),
        SpyCall("model", "same_cache", ()),
        SpyCall("model", "new_cache", ()),
        SpyCall("model", "", ([1, 2], "model.cache"), ("ids", "cache")),
    )


@pytest.mark.parametrize(
    ("use", "kind", "message"),
    [
        (lambda model: model.new_cache().truncate(7), "IndexError", "7"),
        (lambda model: model("fail"), "RuntimeError", "a \\x1b[31m fault"),
        (lambda model: model(3), "TypeError", "object of type 'int' has no len()"),
        (lambda model: model.secret, "AttributeError", "model has no 'secret'"),
    ],
    ids=["index", "fault", "type", "secret"],
)
def test_what_a_spy_raises_reaches_the_caller(use: Any, kind: str, message: str) -> None:
    outcome = trusted(use, MODEL)
    assert (outcome.raised.type_name, outcome.raised.message) == (kind, message)


def test_arguments_that_a_solution_changes_are_told_and_stay_as_they_are() -> None:
    array, items = np.array([2.0, 1.0]), [2, 1]
    assert trusted(lambda x: x.sort() or 1.0, array).changed == (0,)
    assert trusted(lambda x, y: y.sort() or 1.0, array, items).changed == (1,)
    assert trusted(lambda x: x.sum(), array).changed == ()
    assert trusted(lambda x: x.sort() or x[0], array).value == 1.0
    assert (array.tolist(), items) == ([2.0, 1.0], [2, 1])


def question(**changes: Any) -> dict[str, Any]:
    """Make a question to the first spy."""
    return {"of": 0, "use": "call", "name": "new_cache", "args": []} | changes


BAD = {
    "no spy": question(of=7),
    "a spy that is no number": question(of=[0]),
    "no use": question(use=None),
    "another use": question(use="set"),
    "a name that is none": question(name=["new_cache"]),
    "a method that is not offered": question(name="__init__"),
    "an attribute that is not offered": question(use="get", name="secret"),
    "arguments that are no list": question(args={}),
    "arguments that cannot be read": question(args=[{"x": 1}]),
    "a handle that was never given": question(args=[{"h": [9, "", [], []]}]),
}


@pytest.mark.parametrize("asked", list(BAD.values()), ids=list(BAD))
def test_a_question_that_was_not_offered_is_a_wire_error(asked: dict[str, Any]) -> None:
    with pytest.raises(WireError):
        Batch([call(MODEL)]).answer(asked, b"")


def test_questions_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert protocol.MAX_QUESTIONS == 100_000
    monkeypatch.setattr(protocol, "MAX_QUESTIONS", 100)
    batch = Batch([call(MODEL)])
    for _ in range(100):
        batch.answer(question(name="same_cache"), b"")
    with pytest.raises(TooManyQuestionsError):
        batch.answer(question(name="same_cache"), b"")


ONE, TWO = call(1), Call(steps=(Step(name="f", may_raise=True), Step(name="f")))
RIGHT = {"did": "returned", "value": 1}
ERROR = {"type": "E", "message": "", "line": None, "ancestry": ["ValueError"]}
RAISED = {"did": "raised", "error": ERROR}

BAD_STEPS = {
    "no list": (ONE, {}),
    "empty": (ONE, []),
    "no object": (ONE, [3]),
    "no kind": (ONE, [{}]),
    "an unhashable kind": (ONE, [{"did": []}]),
    "an unknown kind": (ONE, [{"did": "won"}]),
    "a bad value": (ONE, [{"did": "returned", "value": {"x": 1}}]),
    "a handle": (ONE, [{"did": "returned", "value": {"h": [0, "", [], []]}}]),
    "a bad detail": (ONE, [{"did": "too-large", "what": [[]]}]),
    "a bad change": (ONE, [RIGHT | {"changed": [None]}]),
    "changes that are no list": (ONE, [RIGHT | {"changed": 3}]),
    "no error": (ONE, [{"did": "raised"}]),
    "too many": (ONE, [RIGHT, RIGHT]),
    "too few": (TWO, [RIGHT]),
    "too few after an expected exception": (TWO, [RAISED]),
    "more after the end": (TWO, [{"did": "memory"}, RIGHT]),
}


@pytest.mark.parametrize(("made", "steps"), list(BAD_STEPS.values()), ids=list(BAD_STEPS))
def test_outcomes_that_do_not_fit_the_call_are_wire_errors(made: Call, steps: Any) -> None:
    with pytest.raises(WireError):
        Batch([made]).outcomes(steps, b"", {})


def test_texts_from_the_learners_process_are_cut_and_escaped() -> None:
    raised = read_raised(ERROR | {"type": "\x1b" * 100, "message": "m" * 1000 + "\u202e", "ancestry": ["\x1b"] * 99})
    assert raised.type_name == "\\x1b" * 40 + " … " + "\\x1b" * 40
    assert raised.message == "m" * 300 + " … " + "m" * 299 + "\\u202e"
    assert raised.ancestry == ("\\x1b",) * 20
    (outcome,) = Batch([ONE]).outcomes([RIGHT | {"changed": ["\x1b", *range(50)]}], b"", {})
    assert outcome.changed == ("\\x1b", *range(19))


@pytest.mark.parametrize(
    "error",
    [None, {}, ERROR | {"type": 3}, ERROR | {"message": []}, ERROR | {"line": True}, ERROR | {"ancestry": [[]]}, ERROR | {"ancestry": 3}],
    ids=repr,
)  # fmt: skip
def test_a_malformed_exception_is_a_wire_error(error: Any) -> None:
    with pytest.raises(WireError):
        read_raised(error)


LINES = [(1, True), ((1 << 20) - 1, True), (1 << 20, False), (0, False), (-1, False), (True, False), (1.0, False), (None, False)]  # fmt: skip


@pytest.mark.parametrize(("value", "is_line"), LINES, ids=repr)
def test_a_line_is_a_number_that_a_file_can_have(value: Any, is_line: bool) -> None:
    found = value if is_line else None
    (outcome,) = Batch([ONE]).outcomes([RIGHT | {"line": value}], b"", {})
    assert outcome.line == found
    raised = read_raised({**ERROR, "line": 7, "column": value})
    assert (raised.line, raised.column) == (7, found)
    if type(value) is int:
        assert read_raised(ERROR | {"line": value}).line == found
    loaded = read_loaded({"did": "returned", "line": value, "inside": ["class", "A", value]}, {})
    assert loaded.line == loaded.outcome.line == found
    assert loaded.inside == (("class", "A", value) if is_line else None)


@pytest.mark.parametrize("changed", [[-1], [1 << 20], [True], [1.0], {"x": 1}])
def test_a_changed_argument_is_a_position_or_a_name(changed: Any) -> None:
    with pytest.raises(WireError, match=r"^a malformed list of changed arguments$"):
        Batch([ONE]).outcomes([RIGHT | {"changed": changed}], b"", {})


LOADED: dict[str, tuple[dict[str, Any], LoadResult]] = {
    "a function": (
        {"did": "returned", "is_defined": True, "callable": True, "names": ["f", "g"], "missing": ["h"], "line": 3},
        LoadResult(Outcome(Ending.RETURNED, line=3), is_defined=True, is_callable=True, names=("f", "g"), missing=("h",), line=3),
    ),
    "no booleans": ({"did": "returned", "is_defined": 1, "callable": "yes"}, LoadResult(Outcome(Ending.RETURNED))),
    "many names": (
        {"did": "returned", "names": [str(number) for number in range(30)]},
        LoadResult(Outcome(Ending.RETURNED), names=tuple(str(number) for number in range(20))),
    ),
    "an exception": (
        {"did": "raised", "error": ERROR | {"message": "no", "line": 2}},
        LoadResult(Outcome(Ending.RAISED, raised=ExceptionInfo("E", ("ValueError",), "no", 2), detail="no")),
    ),
    "forbidden": (
        {"did": "forbidden", "error": ERROR | {"message": "open"}, "line": 4},
        LoadResult(Outcome(Ending.FORBIDDEN, raised=ExceptionInfo("E", ("ValueError",), "open", None), detail="open", line=4), line=4),
    ),
    "a limit": ({"did": "memory", "error": "odd"}, LoadResult(Outcome(Ending.OUT_OF_MEMORY, detail="9 MiB"))),
    "other lines": (
        {"did": "returned", "lines": {"g": 7, "h": None, "i": True, "j": 0}},
        LoadResult(Outcome(Ending.RETURNED), other_lines={"g": 7}),
    ),
    "no other lines": ({"did": "returned", "lines": [7]}, LoadResult(Outcome(Ending.RETURNED))),
    "an odd place": ({"did": "returned", "inside": ["class", "A"]}, LoadResult(Outcome(Ending.RETURNED))),
    "a place": (
        {"did": "returned", "inside": ["class", "A" * 99, 1]},
        LoadResult(Outcome(Ending.RETURNED), inside=("class", f"{'A' * 30} … {'A' * 30}", 1)),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("header", "loaded"), list(LOADED.values()), ids=list(LOADED))
def test_what_a_file_defines_is_read(header: dict[str, Any], loaded: LoadResult) -> None:
    assert read_loaded(header, {Ending.OUT_OF_MEMORY: "9 MiB"}) == loaded


@pytest.mark.parametrize(
    "header", [{"names": 1}, {"names": [1]}, {"missing": "f"}, {"did": "won"}, {"inside": [1, "A", 2]}]
)
def test_a_malformed_answer_to_loading_is_a_wire_error(header: dict[str, Any]) -> None:
    with pytest.raises(WireError):
        read_loaded({"did": "returned"} | header, {})


def test_all_results_and_questions_of_a_request_share_one_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "MAX_REPLIES_BYTES", 1000)
    large = {"did": "returned", "value": "x" * 276}  # 300 with what a value counts for
    batch = Batch([ONE] * 4)
    for _ in range(3):
        batch.outcomes([large], b"", {})
    with pytest.raises(WireError, match=r"^values that take more room than allowed$"):
        batch.outcomes([large], b"", {})
    batch = Batch([call(MODEL)] * 2)
    for _ in range(3):
        batch.answer(question(name="same_cache", args=["x" * 276]), b"")
    with pytest.raises(WireError, match=r"^values that take more room than allowed$"):
        batch.outcomes([large], b"", {})


def test_questions_of_a_call_go_with_the_last_step_of_that_call() -> None:
    batch = Batch([Call((Step("f", (MODEL,)), Step("f"))), ONE])
    batch.answer(question(), b"")
    first, last = batch.outcomes([RIGHT, RIGHT], b"", {})
    assert (first.asked, last.asked) == ((), (SpyCall("model", "new_cache", ()),))
    assert batch.outcomes([RIGHT], b"", {})[0].asked == ()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["l", "t", "a", "d", "did", "value", "error", "changed", "what", "of", "use", "name", "args", "type"]
            ),
            inner | st.sampled_from(["returned", "raised", "call", "get", "new_cache", 0]),
            max_size=4,
        )
    ),
    max_leaves=15,
)


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["of", "use", "name", "args"]), json_values)
    | st.builds(question, args=json_values),
    st.lists(json_values, max_size=2),
)
def test_whatever_is_sent_only_wire_errors_come_out(asked: Any, steps: Any) -> None:
    batch = Batch([call(MODEL)])
    for use, arguments in ((batch.answer, (asked, b"")), (batch.outcomes, (steps, b"", {}))):
        with contextlib.suppress(WireError):
            use(*arguments)
