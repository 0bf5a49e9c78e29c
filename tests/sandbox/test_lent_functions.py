"""Functions of the course run for the learner's process, and what they ask of spies is recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pytest
from handmade import call

from grader.child.codec import Encoder, Handle, WireError
from grader.core.call import Outcome, Spy, SpyCall
from grader.sandbox import protocol
from grader.sandbox.lent_functions import LentFunctions
from grader.sandbox.protocol import MAX_REPLIES_BYTES, Batch, TooManyQuestionsError


class Store:
    """A served object."""

    served_methods: ClassVar = ("add", "child")
    served_attributes: ClassVar = ("total",)
    total = 7
    secret = 8

    def add(self, place: int, numbers: Any) -> float:
        """Return the sum."""
        return place + float(np.sum(numbers))

    def child(self) -> Store:
        """Return another served object."""
        return Store()

    def __call__(self, text: str) -> str:
        """Return the text twice."""
        return text * 2


def question(**changed: Any) -> dict[str, Any]:
    """Return a question to the first lent function."""
    return {"op": "ask", "of": -1, "use": "call", "name": "", "args": []} | changed


def asked_of_a_store(function: Callable[..., Any]) -> tuple[Any, tuple[SpyCall, ...]]:
    """Let a lent function have a store; return its reply, and what was recorded."""
    batch = Batch([call(Spy(name="store", make=Store))])
    # A learner's process has the stand-in of the first spy, and passes it on.
    header = question(args=batch.calls[0]["steps"][0]["args"])
    reply, _ = LentFunctions({"a.f": function}).answer(header, b"", batch)
    (outcome,) = batch.outcomes([{"did": "returned", "value": 0}], b"", {})
    assert isinstance(outcome, Outcome)
    return reply, outcome.asked


def test_lent_functions_have_handles_of_their_own() -> None:
    lent = LentFunctions({"a.f": lambda x: x + 1, "a.g": lambda x: -x, "b.f": lambda: None})
    assert lent.numbers == {"a": {"f": -1, "g": -2}, "b": {"f": -3}}
    for number, value in ((-1, 6), (-2, -5)):
        header = question(of=number, args=[5])
        assert lent.is_asked(header)
        assert lent.answer(header, b"") == ({"value": value}, b"")
    asked = [{"op": "ask", "of": 0}, {"op": "ask", "of": "x"}, {"op": "ask", "of": -1.0}, {"op": "at", "of": -1}, {}]
    assert not any(map(lent.is_asked, asked))
    for odd in (question(of=-4), question(name="g"), question(use="get")):
        with pytest.raises(WireError):
            lent.answer(odd, b"")


def test_a_lent_function_uses_a_spy_and_each_use_is_recorded() -> None:
    reply, asked = asked_of_a_store(lambda store: [store.add(1, numbers=np.ones(2)), store.total, store("x")])
    assert reply == {"value": {"l": [3.0, 7, "xx"]}}
    assert [(each.use, each.args[0], each.names) for each in asked] == [
        ("add", 1, ("place", "numbers")),
        ("", "x", ("text",)),
    ]
    assert asked[0].args[1].tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda store: store.secret, "this argument has no 'secret'"),
        (
            lambda store: store.child(),
            "a function of the course gets only plain data from an argument that the grader keeps",
        ),
    ],
    ids=["secret", "child"],
)
def test_a_lent_function_gets_no_more_of_a_spy_than_plain_data_that_is_offered(
    function: Callable[..., Any], message: str
) -> None:
    assert asked_of_a_store(function)[0]["refused"] == message


def test_without_a_batch_a_spy_is_kept() -> None:
    header = question(args=[Encoder().encode(Handle(0, "store", ("add",), ()))])
    reply, _ = LentFunctions({"a.f": lambda store: store.add(1, 2)}).answer(header, b"")
    assert "has no attribute 'add'" in reply["refused"]


def test_uses_by_lent_functions_have_the_limits_of_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "MAX_QUESTIONS", 100)  # 100,000 may take longer than the question may

    def often(store: Any) -> None:
        for _ in range(101):
            store.add(0, 0)

    with pytest.raises(TooManyQuestionsError):
        asked_of_a_store(often)
    big = np.zeros(MAX_REPLIES_BYTES // 8 // 4)

    def much(store: Any) -> None:
        for _ in range(5):
            store.add(0, big)

    with pytest.raises(WireError, match="too large"):
        asked_of_a_store(much)
