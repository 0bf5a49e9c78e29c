"""Make one call and say what happened: the same code for learners' functions and for solutions."""

from __future__ import annotations

import contextlib
import io
import json
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from .wire import Decoder, Encoder, Handle, Json, WireError, clean, type_name


class OutputLimitError(RuntimeError):
    """The learner's code printed more than allowed."""


class Printed(io.TextIOBase):
    """Stands for stdout and stderr: passes on the first `keep` characters, refuses after `limit`."""

    def __init__(self, forward: Callable[[str], None], keep: int, limit: int) -> None:
        self.forward = forward
        self.keep = keep
        self.limit = limit
        self.count = 0

    @property
    def is_over(self) -> bool:
        return self.count > self.limit

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type_name(text)}")
        size = str.__len__(text)
        room = self.keep - self.count
        self.count += size
        if room > 0:
            self.forward(clean(str.__str__(text)[:room], room))
        if self.is_over:
            raise OutputLimitError(f"more than {self.limit} characters printed")
        return size


def describe_exception(error: BaseException, source_name: str) -> Json:
    """Say what was raised and on which line of the learner's file, whatever the exception does."""
    try:
        message = str(error)
        if type(message) is not str:
            message = str.__str__(message)
    except BaseException:
        message = "(its message cannot be shown: __str__ failed)"
    line = None
    with contextlib.suppress(BaseException):
        if isinstance(error, SyntaxError) and error.filename == source_name:
            line = error.lineno
            message = error.msg
        for frame in traceback.walk_tb(error.__traceback__):
            if frame[0].f_code.co_filename == source_name:
                line = frame[1]
    ancestry = [c.__name__ for c in type(error).__mro__ if c.__module__ == "builtins"]
    return {
        "type": type_name(error),
        "ancestry": ancestry,
        "message": clean(message),
        "line": line if type(line) is int else None,
    }


def target_of(step: Json, module: Any, made: Mapping[str, Any]) -> Any:
    """Find what a step uses: a name of the module, or a part of something an earlier step made."""
    owner = step.get("of")
    if owner is None:
        return getattr(module, step["name"])
    return getattr(made[owner], step["name"]) if step["name"] else made[owner]


def perform(
    module: Any, call: Json, blob: bytes, revive: Callable[[Handle], Any], limits: Json, name: str
) -> Iterator[tuple[Json, bytes]]:
    """Do the steps of a call; yield a header and a blob for each, and stop after the first that raises.

    A call is `{"steps": [...], "drain": n}`; a step has `name`, `of` (the earlier step's `as` that
    it belongs to), `args` and `kwargs` (encoded), `as`, and `get` for an attribute that is only read.
    """
    made: dict[str, Any] = {}
    for step in call["steps"]:
        decoder = Decoder(blob, revive)
        args = [decoder.decode(value) for value in step["args"]]
        kwargs = {key: decoder.decode(value) for key, value in step["kwargs"].items()}
        try:
            target = target_of(step, module, made)
            value = target if step.get("get") else target(*args, **kwargs)
            if step.get("as"):
                made[step["as"]] = value
                value = None
            encoder = Encoder(limits["result_bytes"], call["drain"], has_handles=False)
            header = {"did": "returned", "value": encoder.encode(value)}
        except MemoryError:
            yield {"did": "memory"}, b""
            return
        except OutputLimitError:
            yield {"did": "output"}, b""
            return
        except WireError as error:
            yield {"did": "too-large", "what": str(error)}, b""
            return
        except BaseException as error:
            header = {"did": "raised", "error": describe_exception(error, name)}
            encoder = Encoder()
        header["changed"] = changed_arguments(step, args, kwargs, blob)
        yield header, encoder.blob
        if header["did"] == "raised" and not step.get("may_raise"):
            return


def changed_arguments(step: Json, args: Sequence[Any], kwargs: Mapping[str, Any], blob: bytes) -> list[Json]:
    """List the positions and names of the arguments that no longer encode to what was sent."""
    changed: list[Json] = []
    given = [*zip(range(len(args)), args, step["args"], strict=True)]
    given += [(key, value, step["kwargs"][key]) for key, value in kwargs.items()]
    for key, value, sent in given:
        if type(sent) is dict and ("r" in sent or "h" in sent):
            continue
        try:
            if not is_same_on_wire(value, sent, blob):
                changed.append(key)
        except BaseException:
            changed.append(key)
    return changed


def is_same_on_wire(value: Any, sent: Json, blob: bytes) -> bool:
    """Say whether a value would be sent as `sent`, whose bytes stand in `blob`."""
    if type(sent) is dict and "a" in sent:
        dtype, shape, start = sent["a"]
        if type(value) is not np.ndarray or value.dtype.str != dtype or list(value.shape) != shape:
            return False
        return value.tobytes() == blob[start : start + value.nbytes]
    encoder = Encoder()
    encoded = encoder.encode(value)
    if not encoder.parts:
        return json.dumps(encoded) == json.dumps(sent)
    original = Encoder()
    return (json.dumps(encoded), encoder.blob) == (
        json.dumps(original.encode(Decoder(blob).decode(sent))),
        original.blob,
    )
