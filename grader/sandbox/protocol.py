"""Encode calls for a learner's process, decode its replies, and answer its questions to spies.

Nothing here trusts a reply: whatever does not have the form of the protocol is a `WireError`.
"""

import contextlib
import inspect
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FrameType
from typing import Any

import numpy as np

from grader.child.codec import MAX_BLOB_BYTES, Decoder, Encoder, Handle, Json, Seeded, WireError, clean
from grader.core.call import Call, Ending, ExceptionInfo, LoadResult, Outcome, Outcomes, Seed, Spy, SpyCall, Step, Value

MAX_RESULT_BYTES = 16 << 20
MAX_QUESTIONS = 100_000
QUESTION_SECONDS = 2.0
"""The time for one question; between questions, the limits of the call and of the exercise hold."""
AGAIN_SECONDS = 0.1

ENDINGS = {
    "returned": Ending.RETURNED,
    "raised": Ending.RAISED,
    "memory": Ending.OUT_OF_MEMORY,
    "output": Ending.PRINTED_TOO_MUCH,
    "too-large": Ending.TOO_LARGE,
    "forbidden": Ending.FORBIDDEN,
}


MAX_REPLIES_BYTES = 64 << 20
"""The most bytes that all results and spy calls of one request may decode to."""
MAX_LINE = 1 << 20


class TooManyQuestionsError(Exception):
    """The learner's code called the spies more often than `MAX_QUESTIONS`."""


class Batch:
    """Calls that are made one by one, encoded as one request, and the spies that serve them."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self._encoder = Encoder(MAX_BLOB_BYTES)
        self._served: dict[int, tuple[str, object]] = {}
        self._asked: list[SpyCall] = []
        self._questions = 0
        self._left = MAX_REPLIES_BYTES
        self._answered = 0
        self.calls: list[Json] = [
            {"steps": [self._step(step) for step in call.steps], "drain": call.drain} for call in calls
        ]

    @property
    def blob(self) -> bytes:
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
            "overwrites": step.overwrites,
        }

    def _sent(self, value: Value) -> Value:
        if isinstance(value, Spy):
            return self._handle(value.name, value.make())
        return Seeded(value.number) if isinstance(value, Seed) else value

    def _handle(self, name: str, served: object) -> Handle:
        number = len(self._served)
        self._served[number] = (name, served)
        return Handle(number, name, getattr(served, "served_methods", ()), getattr(served, "served_attributes", ()))

    def answer(self, header: Json, blob: bytes) -> tuple[Json, bytes]:
        """Call a spy for the learner's process and record the call; return the reply.

        Raises:
            WireError: a stand-in in a learner's process cannot have sent this.
            TooManyQuestionsError: the limit is reached.
        """
        name, served = self._find_counted(header.get("of"))
        use, attribute = header.get("use"), header.get("name")
        if not isinstance(attribute, str):
            raise WireError("a malformed question")
        decoder = Decoder(blob, lambda handle: self.find(handle.number)[1], self._left)
        args, kwargs = read_arguments(header, decoder)
        self._left = decoder.left or 0
        if use == "get" and attribute in getattr(served, "served_attributes", ()):
            return self._value(name, getattr(served, attribute))  # not recorded: reading an attribute costs nothing
        if use == "call" and attribute in getattr(served, "served_methods", ()):
            function = getattr(served, attribute)
        elif use == "call" and not attribute and callable(served):
            function = served
        else:
            raise WireError("a question that was not offered")
        # Recorded here, where the learner's code cannot reach it, and before the call, which may raise.
        args, kwargs = self._record(name, attribute, function, args, kwargs)
        return self._result(name, function, args, kwargs)

    def use(self, number: int, attribute: str, args: tuple[Value, ...], kwargs: dict[str, Value]) -> Value:
        """Call a spy for a lent function and record the call, as if the learner's code had made it.

        Raises:
            WireError: its arguments fill the memory that the replies may take.
            TooManyQuestionsError: the limit is reached.
        """
        name, served = self._find_counted(number)
        function = getattr(served, attribute) if attribute else served
        self._left -= sum(value.nbytes for value in (*args, *kwargs.values()) if isinstance(value, np.ndarray))
        if self._left < 0:
            raise WireError("the arguments of the spies are too large")
        args, kwargs = self._record(name, attribute, function, args, kwargs)
        return function(*args, **kwargs)

    def _record(
        self,
        name: str,
        attribute: str,
        function: Callable[..., object],
        args: tuple[Value, ...],
        kwargs: dict[str, Value],
    ) -> tuple[tuple[Value, ...], dict[str, Value]]:
        """Record a call of a spy; return its arguments, by position where possible."""
        args, kwargs = in_order(function, args, kwargs)
        noted = tuple(map(self._noted, (*args, *kwargs.values())))
        self._asked.append(SpyCall(name, attribute, noted, _parameters(function)[: len(noted)]))
        return args, kwargs

    def _find_counted(self, number: Json) -> tuple[str, Any]:
        """Count a question, and return the name and the object that it is about."""
        self._questions += 1
        if self._questions > MAX_QUESTIONS:
            raise TooManyQuestionsError
        return self.find(number)

    def find(self, number: Json) -> tuple[str, object]:
        """Return the name and the object that a handle stands for; one that was never given out is a `WireError`."""
        if type(number) is not int or number not in self._served:
            raise WireError("a handle that was never given out")
        return self._served[number]

    def _noted(self, value: Value) -> Value:
        """Replace served objects by their names, for the record of a spy call."""
        if isinstance(value, list | tuple):
            return type(value)(self._noted(item) for item in value)
        names = [name for name, served in self._served.values() if served is value]
        return names[0] if names else value

    def _result(
        self, name: str, function: Callable[..., object], args: tuple[Value, ...], kwargs: dict[str, Value]
    ) -> tuple[Json, bytes]:
        try:
            with limited():
                value = function(*args, **kwargs)
        except (TimeoutError, MemoryError):  # not the function's: it used too much of what is ours
            raise
        except Exception as error:  # the learner's arguments caused it, so their code gets it
            return refusal(error)
        return self._value(name, value)

    def _value(self, name: str, value: Value) -> tuple[Json, bytes]:
        if hasattr(value, "served_methods"):
            # A served object keeps its handle, however often it is returned.
            known = [number for number, (_, served) in self._served.items() if served is value]
            handle = self._handle(f"{name}.{type(value).__name__.lower()}", value) if not known else None
            value = handle or Handle(known[0], name, value.served_methods, getattr(value, "served_attributes", ()))
        encoder = Encoder()
        encoded = encoder.encode(value)
        return {"value": encoded}, encoder.blob

    def outcomes(self, steps: Json, blob: bytes, limits: Mapping[Ending, str]) -> Outcomes:
        """Decode the reply to the next call; the spy calls made meanwhile go with its last step.

        Raises:
            WireError: the reply is malformed, or has more or fewer outcomes than the call can have.
        """
        if not isinstance(steps, list) or not steps:
            raise WireError("a call without outcomes")
        # Twice the encoder's limit: the decoder counts a list of floats as values and as bytes.
        decoder = Decoder(blob, max_bytes=min(self._left, 2 * MAX_RESULT_BYTES))
        room = decoder.left or 0
        asked, self._asked = tuple(self._asked), []
        last = len(steps) - 1
        outcomes = tuple(
            read_outcome(step, decoder, asked if index == last else (), limits) for index, step in enumerate(steps)
        )
        if not _is_whole(outcomes, self.calls[self._answered]["steps"]):
            raise WireError("a call with more or fewer outcomes than steps")
        self._answered += 1
        self._left -= room - (decoder.left or 0)
        return outcomes


def _is_whole(outcomes: Outcomes, steps: Sequence[Json]) -> bool:
    """Return whether there is one outcome per step, up to the step that aborted the call."""
    goes_on = [
        outcome.ending is Ending.RETURNED or (outcome.ending is Ending.RAISED and step["may_raise"])
        for outcome, step in zip(outcomes, steps, strict=False)
    ]
    return all(goes_on[:-1]) and (len(outcomes) == len(steps) or (len(outcomes) < len(steps) and not goes_on[-1]))


def read_outcome(header: Json, decoder: Decoder, asked: tuple[SpyCall, ...], limits: Mapping[Ending, str]) -> Outcome:
    """Decode the outcome of a step.

    Raises:
        WireError: it is malformed.
    """
    ending = read_ending(header)
    return Outcome(
        ending=ending,
        value=decoder.decode(header.get("value")) if ending is Ending.RETURNED else None,
        raised=read_raised(header.get("error")) if ending in (Ending.RAISED, Ending.FORBIDDEN) else None,
        changed=_changed(header.get("changed", [])),
        asked=asked,
        detail=limits.get(ending) or _text(header.get("what", ""), 200),
        line=read_line(header),
    )


def read_ending(header: Json) -> Ending:
    """Decode how a step or a load ended.

    Raises:
        WireError: it is missing or unknown.
    """
    did = header.get("did") if isinstance(header, dict) else None
    if not isinstance(did, str) or did not in ENDINGS:
        raise WireError("an outcome of unknown kind")
    return ENDINGS[did]


def _text(value: Json, limit: int) -> str:
    if not isinstance(value, str):
        raise WireError("something else where text is needed")
    return clean(value, limit)


def read_arguments(header: Json, decoder: Decoder) -> tuple[tuple[Value, ...], dict[str, Value]]:
    """Decode the arguments of a spy call.

    Raises:
        WireError: they are missing or malformed.
    """
    args, kwargs = header.get("args"), header.get("kwargs", {})
    if not isinstance(args, list) or not isinstance(kwargs, dict):
        raise WireError("a malformed question")
    named = {str(key): decoder.decode(value) for key, value in kwargs.items()}
    return tuple(decoder.decode(value) for value in args), named


def in_order(
    function: Callable[..., object], args: tuple[Value, ...], kwargs: dict[str, Value]
) -> tuple[tuple[Value, ...], dict[str, Value]]:
    """Bind arguments to positions where possible, so that `f(x, y=1)` and `f(x, 1)` are recorded alike."""
    if not kwargs:
        return args, kwargs
    try:
        bound = inspect.signature(function).bind(*args, **kwargs)
    except (TypeError, ValueError):
        return args, kwargs  # the call itself raises the right error
    return bound.args, bound.kwargs


def _parameters(function: Callable[..., object]) -> tuple[str, ...]:
    """Return the names of a spy's parameters by position; inspect.signature would take 20 times as long."""
    method = function if hasattr(function, "__code__") or hasattr(function, "__func__") else type(function).__call__
    method = getattr(method, "__func__", method)
    code = getattr(method, "__code__", None)
    names = code.co_varnames[: code.co_argcount] if code else ()
    return names[1:] if names[:1] == ("self",) else names


def refusal(error: Exception) -> tuple[Json, bytes]:
    """Return the reply for a spy or lent function that raised."""
    return {"refused": clean(str(error)), "type": type(error).__name__}, b""


def _changed(names: Json) -> tuple[int | str, ...]:
    if not isinstance(names, list) or not all(
        isinstance(name, str) or (type(name) is int and 0 <= name < MAX_LINE) for name in names
    ):
        raise WireError("a malformed list of changed arguments")
    return tuple(clean(name, 80) if isinstance(name, str) else name for name in names[:20])


def is_line(value: Json) -> bool:
    """Return whether a value can be a line number of a learner's file."""
    return type(value) is int and 0 < value < MAX_LINE


def read_line(header: Json, key: str = "line") -> int | None:
    """Return a line number, or a column's, None if it is missing or cannot be one."""
    return header[key] if is_line(header.get(key)) else None


def read_raised(error: Json) -> ExceptionInfo:
    """Decode an exception of the learner's code.

    Raises:
        WireError: it is malformed.
    """
    if not isinstance(error, dict):
        raise WireError("a malformed exception")
    name, message, ancestry = (error.get(key) for key in ("type", "message", "ancestry"))
    if not isinstance(ancestry, list) or not (error.get("line") is None or type(error["line"]) is int):
        raise WireError("a malformed exception")
    return ExceptionInfo(
        type_name=_text(name, 80),
        ancestry=tuple(_text(base, 80) for base in ancestry[:20]),
        message=_text(message, 600),
        line=read_line(error),
        column=read_line(error, "column"),
    )


def read_loaded(header: Json, limit_texts: Mapping[Ending, str]) -> LoadResult:
    """Decode the reply to a load request.

    Raises:
        WireError: it is malformed.
    """
    ending = read_ending(header)
    names, missing = header.get("names", []), header.get("missing", [])
    if not isinstance(missing, list) or not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise WireError("a malformed answer to loading")
    has_error = ending in (Ending.RAISED, Ending.FORBIDDEN)
    raised: ExceptionInfo | None = read_raised(header.get("error")) if has_error else None
    return LoadResult(
        Outcome(
            ending=ending,
            raised=raised,
            detail=limit_texts.get(ending) or (raised.message if raised else ""),
            line=read_line(header),
        ),
        is_defined=header.get("is_defined") is True,
        is_callable=header.get("callable") is True,
        names=tuple(clean(name, 60) for name in names[:20]),
        missing=tuple(str(name) for name in missing),
        line=read_line(header),
        other_lines=_read_lines(header.get("lines")),
        inside=_read_enclosing(header.get("inside")),
    )


def _read_lines(value: Json) -> Mapping[str, int]:
    return {name: line for name, line in value.items() if is_line(line)} if isinstance(value, dict) else {}


def _read_enclosing(value: Json) -> tuple[str, str, int] | None:
    is_whole = isinstance(value, list) and len(value) == 3 and is_line(value[2])
    return (_text(value[0], 60), _text(value[1], 60), value[2]) if is_whole else None


@contextlib.contextmanager
def limited(seconds: float = QUESTION_SECONDS) -> Iterator[None]:
    """Raise TimeoutError in this block when it has used so much processor time.

    Where there is no such timer (Windows, threads), only the watchdog over the whole submission ends it.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    is_over = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal is_over
        is_over = True
        raise TimeoutError

    # Processor time and not wall time: a busy machine must not fail a learner, and tests use the timer of wall time.
    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN_SECONDS)  # again, since the block may catch the first
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    if is_over:
        raise TimeoutError
