"""Calls on the wire: spies are served and questions noted; nonsense is a WireError."""

from __future__ import annotations

import contextlib
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from handmade import call
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.core.call import Call, Ending, Seed, Spy, SpyCall, Step
from grader.sandbox.child.codec import WireError
from grader.sandbox.protocol import MAX_QUESTIONS, Batch, TooManyQuestionsError, read_raised
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
        SpyCall("model", "", ([1, 2], "model.cache")),
        SpyCall("model", "same_cache", ()),
        SpyCall("model", "new_cache", ()),
        SpyCall("model", "", ([1, 2], "model.cache")),
    )


def test_served_objects_within_lists_are_noted_by_name() -> None:
    outcome = trusted(lambda model: model([(model.new_cache(), 1)]), MODEL)
    assert outcome.asked[1] == SpyCall("model", "", ([("model.cache", 1)],))


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


def test_a_seed_becomes_a_generator() -> None:
    assert trusted(lambda rng: float(rng.random()), Seed(number=5)).value == np.random.default_rng(5).random()


@pytest.mark.parametrize("args", [(1,), (MODEL,)], ids=["as a table", "one by one"])
def test_stdout_is_left_alone_while_solutions_run(args: tuple[Any, ...]) -> None:
    before = sys.stdout
    assert trusted(lambda _: sys.stdout is before, *args).value is True


@pytest.mark.parametrize("args", [(1,), (MODEL,)], ids=["as a table", "one by one"])
def test_an_interrupt_while_a_solution_runs_is_not_swallowed(args: tuple[Any, ...]) -> None:
    def function(_: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trusted(function, *args)


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


def test_questions_come_to_an_end() -> None:
    batch = Batch([call(MODEL)])
    for _ in range(MAX_QUESTIONS):
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


@pytest.mark.parametrize(
    ("made", "steps"),
    [(ONE, [RIGHT]), (ONE, [{"did": "output"}]), (TWO, [RIGHT, RIGHT]), (TWO, [RAISED, RAISED]), (TWO, [{"did": "memory"}])],
    ids=["one", "one that ended", "two", "two exceptions", "two cut short"],
)  # fmt: skip
def test_outcomes_that_fit_the_call_are_read(made: Call, steps: Any) -> None:
    outcomes = Batch([made]).outcomes(steps, b"", {Ending.OUT_OF_MEMORY: "9 MiB"})
    assert len(outcomes) == len(steps)
    assert outcomes[-1].detail == ("9 MiB" if steps[-1]["did"] == "memory" else "")


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


@settings(max_examples=300, deadline=None)
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
