"""Make a table of calls: many plain calls of one function, done as `execute` does them, with few replies.

A table is `{"name": function, "count": n, "columns": [...], "names": [...], "drain": n}`. A column holds one argument
of all calls: `{"arrays": [shape, ...], "start": byte}` for arrays of float64, whose bytes follow one another in the
blob, or `{"values": [...]}`, each encoded. The last columns belong to the arguments that are given by name.
"""

import json
import math
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from .codec import VALUE_BYTES, Decoder, Encoder, Handle, Json, WireError
from .execute import ending, is_same_on_wire
from .frames import MAX_HEADER_BYTES
from .printed import Printed

FLOAT64 = np.dtype("<f8")
TELL_SECONDS = 0.05
"""How long outcomes wait for more, so that one reply answers many quick calls; at most this much work is lost."""
TELL_BYTES = 1 << 18


class Arrays:
    """A column of float64 arrays: every call gets copies of its own."""

    can_change = True

    def __init__(self, shapes: Json, start: int, blob: bytes) -> None:
        self.shapes = [tuple(shape) for shape in shapes]
        ends = accumulate((8 * math.prod(shape) for shape in shapes), initial=start)
        self.sent = [blob[first:end] for first, end in pairwise(ends)]

    def values(self) -> list[object]:
        """Return the argument of each call."""
        arrays = [np.frombuffer(data, FLOAT64).copy() for data in self.sent]  # writable, as a caller's would be
        return [
            array if len(shape) == 1 else array.reshape(shape).copy()
            for array, shape in zip(arrays, self.shapes, strict=True)
        ]

    def is_same(self, index: int, value: Any) -> bool:
        """Return whether an argument is unchanged."""
        is_alike = type(value) is np.ndarray and value.dtype is FLOAT64 and value.shape == self.shapes[index]
        return is_alike and value.tobytes() == self.sent[index]


class Values:
    """A column of any other arguments, each encoded."""

    def __init__(self, encoded: Json, blob: bytes, revive: Callable[[Handle], object]) -> None:
        self.encoded = encoded
        self.blob = blob
        self.revive = revive
        self.can_change = any(type(sent) is dict for sent in encoded)  # plain numbers and text cannot

    def values(self) -> list[object]:
        """Return the argument of each call."""
        decode = Decoder(self.blob, self.revive).decode
        return [sent if type(sent) is not dict else decode(sent) for sent in self.encoded]

    def is_same(self, index: int, value: object) -> bool:
        """Return whether an argument is unchanged."""
        sent = self.encoded[index]
        return type(sent) is not dict or "r" in sent or is_same_on_wire(value, sent, self.blob)


class PendingReply:
    """The outcomes of calls that have no reply yet."""

    def __init__(self) -> None:
        self.calls: list[Json] = []
        self.encoder = Encoder(has_handles=False)
        self.since = time.monotonic()
        self.spent = 0
        self.started = 0
        """Where the bytes of the last call begin."""

    def is_due(self, now: float) -> bool:
        return now - self.since > TELL_SECONDS or self.encoder.size + self.spent > TELL_BYTES


def reply(calls: list[Json], data: bytes) -> tuple[Json, bytes]:
    """Return a reply, its JSON in the blob: equal ones are known without parsing. Over the limit, raise WireError."""
    text = json.dumps(calls, separators=(",", ":")).encode()
    if len(text) > MAX_HEADER_BYTES:
        raise WireError("a value that takes more room than allowed")
    return {"op": "called", "count": len(calls), "text": len(text)}, text + data


class ReceivedTable:
    """The calls of a table, one at a time."""

    def __init__(self, table: Json, blob: bytes, revive: Callable[[Handle], object]) -> None:
        self.name = table["name"]
        self.names = table["names"]
        self.columns: list[Arrays | Values] = [
            Arrays(column["arrays"], column["start"], blob)
            if "arrays" in column
            else Values(column["values"], blob, revive)
            for column in table["columns"]
        ]
        self.count = table["count"]
        self.by_position = len(self.columns) - len(self.names)
        self.keys = [*range(self.by_position), *self.names]
        self.changeable = [(place, column) for place, column in enumerate(self.columns) if column.can_change]

    def rows(self) -> Iterable[tuple[object, ...]]:
        """Return the arguments of each call."""
        columns = [column.values() for column in self.columns]
        return zip(*columns, strict=True) if columns else [()] * self.count

    def run(self, module: object, index: int, row: tuple[object, ...], encoder: Encoder, source_name: str) -> Json:
        """Make one call; return its outcome: `[length, start]` of a vector of float64, `[value]`, or a step.

        The first two are for calls that returned and changed no argument; a step is as `execute` returns it.
        """
        answer: Json = None
        encoded: Json = None
        try:
            function = getattr(module, self.name)
            named = dict(zip(self.names, row[self.by_position :], strict=True)) if self.names else {}
            value = function(*row[: self.by_position], **named)
            is_vector = type(value) is np.ndarray and value.ndim == 1 and value.dtype is FLOAT64
            if is_vector and value.nbytes + VALUE_BYTES <= encoder.left:  # the commonest result by far
                encoded = [value.size, encoder.append(value.tobytes())]
            else:
                encoded = [encoder.encode(value)]
        except BaseException as error:
            answer = ending(error, source_name)
        changed = [self.keys[place] for place, column in self.changeable if not _is_same(column, index, row[place])]
        if answer is None and not changed:
            return encoded
        if answer is None and len(encoded) == 2:
            encoded = [{"a": ["<f8", encoded[:1], encoded[1]]}]
        return {**(answer or {"did": "returned", "value": encoded[0]}), "changed": changed}


def execute_table(
    module: object,
    table: Json,
    blob: bytes,
    revive: Callable[[Handle], object],
    limits: Json,
    name: str,
    printed: Printed | None = None,
    *,
    is_first: bool,
) -> Iterator[PendingReply]:
    """Make the calls of a table in order; yield replies when they are due.

    With `is_first`, the first call is answered at once: a function that never ends usually does so in its first call,
    and without any reply the trusted process then knows which call it was.
    """
    calls, drain, room = ReceivedTable(table, blob, revive), table["drain"], limits["result_bytes"]
    pending = PendingReply()
    for index, row in enumerate(calls.rows()):
        encoder = pending.encoder
        encoder.left, encoder.drain, pending.started = room, drain, encoder.size  # the limit is for each call
        pending.calls.append(calls.run(module, index, row, encoder, name))
        pending.spent += room - encoder.left
        if printed and printed.is_over:
            last = pending.calls[-1]
            pending.calls[-1] = {"did": "output", "line": last.get("line") if type(last) is dict else None}
        if (index == 0 and is_first) or pending.is_due(time.monotonic()):
            yield pending
            pending = PendingReply()
    if pending.calls:
        yield pending


def _is_same(column: Arrays | Values, index: int, value: object) -> bool:
    try:
        return column.is_same(index, value)
    except BaseException:
        return False
