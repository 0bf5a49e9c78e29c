"""Put calls on the wire and take outcomes off it; serve the spies meanwhile.

The same code carries a learner's call to their process and a solution's call to `perform` in this one,
so both are treated alike.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np

from grader.child.perform import perform
from grader.child.wire import MAX_BLOB_BYTES, Decoder, Encoder, Handle, Json, Seeded, Served, WireError
from grader.outcome import Asked, Call, Happened, Outcome, Outcomes, Raised, Seed, Spy, Step, Value

MAX_RESULT_BYTES = 16 << 20
MAX_QUESTIONS = 100_000

HAPPENED = {
    "returned": Happened.RETURNED,
    "raised": Happened.RAISED,
    "memory": Happened.OUT_OF_MEMORY,
    "output": Happened.PRINTED_TOO_MUCH,
    "too-large": Happened.TOO_LARGE,
    "forbidden": Happened.FORBIDDEN,
}


class TooManyQuestionsError(Exception):
    """The learner's code asked the spies without end."""


class Batch:
    """Calls made ready for the wire, and the spies that serve them."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self._encoder = Encoder(MAX_BLOB_BYTES)
        self._served: dict[int, tuple[str, Any]] = {}
        self._asked: list[Asked] = []
        self._told = 0
        self.calls: list[Json] = [
            {"steps": [self._step(step) for step in call.steps], "drain": call.drain} for call in calls
        ]

    @property
    def blob(self) -> bytes:
        """Return the bytes that the calls' values point into."""
        return self._encoder.blob

    def _step(self, step: Step) -> Json:
        return {
            "name": step.name,
            "of": step.of,
            "args": [self._encoder.encode(self._sent(value)) for value in step.args],
            "kwargs": {name: self._encoder.encode(self._sent(value)) for name, value in step.kwargs.items()},
            "as": step.keep,
            "get": step.is_read,
            "may_raise": step.may_raise,
        }

    def _sent(self, value: Value) -> Value:
        if isinstance(value, Spy):
            return self._handle(value.name, value.make())
        return Seeded(value.number) if isinstance(value, Seed) else value

    def _handle(self, name: str, served: Any) -> Handle:
        number = len(self._served)
        self._served[number] = (name, served)
        return Handle(number, name, getattr(served, "served_methods", ()), getattr(served, "served_attributes", ()))

    def answer(self, question: Json, blob: bytes) -> tuple[Json, bytes]:
        """Answer a question to a spy, and note it.

        Raises:
            WireError: the question is not one that a learner's process can ask.
            TooManyQuestionsError: it is one too many.
        """
        if len(self._asked) >= MAX_QUESTIONS:
            raise TooManyQuestionsError
        name, served = self._find(question.get("of"))
        use, attribute = question.get("use"), question.get("name")
        if not isinstance(attribute, str) or not isinstance(question.get("args"), list):
            raise WireError("a malformed question")
        decoder = Decoder(blob, lambda handle: self._find(handle.number)[1])
        args = tuple(decoder.decode(value) for value in question["args"])
        self._asked.append(Asked(spy=name, use=attribute, args=tuple(self._noted(value) for value in args)))
        if use == "get" and attribute in getattr(served, "served_attributes", ()):
            return self._value(name, getattr(served, attribute))
        if use == "call" and attribute in getattr(served, "served_methods", ()):
            return self._result(name, getattr(served, attribute), args)
        if use == "call" and not attribute and callable(served):
            return self._result(name, served, args)
        raise WireError("a question that was not offered")

    def _find(self, number: Json) -> tuple[str, Any]:
        if type(number) is not int or number not in self._served:
            raise WireError("a handle that was never given out")
        return self._served[number]

    def _noted(self, value: Value) -> Value:
        """Name served objects in the note of a question; everything else stands for itself."""
        names = [name for name, served in self._served.values() if served is value]
        return names[0] if names else value

    def _result(self, name: str, function: Callable[..., Any], args: tuple[Value, ...]) -> tuple[Json, bytes]:
        try:
            value = function(*args)
        except (ValueError, TypeError, IndexError, KeyError, OverflowError) as error:
            return {"refused": str(error), "type": type(error).__name__}, b""
        return self._value(name, value)

    def _value(self, name: str, value: Value) -> tuple[Json, bytes]:
        if hasattr(value, "served_methods"):
            known = [number for number, (_, served) in self._served.items() if served is value]
            handle = self._handle(f"{name}.{type(value).__name__.lower()}", value) if not known else None
            value = handle or Handle(known[0], name, value.served_methods, getattr(value, "served_attributes", ()))
        encoder = Encoder()
        encoded = encoder.encode(value)
        return {"value": encoded}, encoder.blob

    def outcome(self, header: Json, blob: bytes) -> Outcome:
        """Read what a learner's process says of one step.

        Raises:
            WireError: it says it in a form that it should not use.
        """
        happened = HAPPENED.get(header.get("did"))
        if happened is None:
            raise WireError("an outcome of unknown kind")
        asked, self._told = tuple(self._asked[self._told :]), len(self._asked)
        outcome = Outcome(
            happened=happened,
            changed=_changed(header.get("changed", [])),
            asked=asked,
            detail=str(header.get("what", ""))[:200],
        )
        if happened is Happened.RETURNED:
            return replace(outcome, value=Decoder(blob).decode(header.get("value")))
        return replace(outcome, raised=read_raised(header.get("error"))) if happened is Happened.RAISED else outcome


def _changed(names: Json) -> tuple[int | str, ...]:
    if not isinstance(names, list) or not all(type(name) in (int, str) for name in names):
        raise WireError("a malformed list of changed arguments")
    return tuple(names)


def read_raised(error: Json) -> Raised:
    """Read the description of an exception.

    Raises:
        WireError: it is not one.
    """
    if not isinstance(error, dict):
        raise WireError("a malformed exception")
    name, message, line, ancestry = (error.get(key) for key in ("type", "message", "line", "ancestry"))
    if not (
        isinstance(name, str)
        and isinstance(message, str)
        and isinstance(ancestry, list)
        and (line is None or type(line) is int)
    ):
        raise WireError("a malformed exception")
    return Raised(
        type_name=name[:80], ancestry=tuple(str(each) for each in ancestry[:20]), message=message[:600], line=line
    )


def run_trusted(module: ModuleType, calls: Sequence[Call]) -> list[Outcomes]:
    """Make calls of trusted code, a solution or a mistake, in this process."""
    results: list[Outcomes] = []
    limits = {"result_bytes": MAX_RESULT_BYTES}
    for call in calls:
        batch = Batch([call])
        blob = batch.blob

        def ask(number: int, use: str, name: str, args: tuple[Value, ...], batch: Batch = batch) -> Value:
            return _ask_here(batch, number, use, name, args)

        def revive(handle: Handle, ask: Any = ask) -> Served:
            return Served(handle, ask)

        with np.errstate(all="ignore"), contextlib.redirect_stdout(None):
            steps = list(perform(module, batch.calls[0], blob, revive, limits, module.__name__))
        results.append(tuple(batch.outcome(header, answer) for header, answer in steps))
    return results


def _ask_here(batch: Batch, number: int, use: str, name: str, args: tuple[Value, ...]) -> Value:
    """Answer a question of trusted code the way a learner's process gets it answered."""
    encoder = Encoder()
    question = {"of": number, "use": use, "name": name, "args": [encoder.encode(value) for value in args]}
    header, blob = batch.answer(question, encoder.blob)
    if "refused" in header:
        raise {"ValueError": ValueError, "TypeError": TypeError}.get(header["type"], RuntimeError)(header["refused"])
    return Decoder(blob, lambda handle: Served(handle, lambda *rest: _ask_here(batch, *rest))).decode(header["value"])
