"""Tables of calls: many plain calls of one function, encoded once for a class, sent in one request."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from grader.child.codec import MAX_BLOB_BYTES, Decoder, Encoder, Json, Seeded, TooMuchError, WireError
from grader.child.frames import MAX_HEADER_BYTES, frame, read_header
from grader.core.call import Call, Ending, Outcome, Outcomes, Seed, Spy, Value
from grader.sandbox.protocol import MAX_REPLIES_BYTES, MAX_RESULT_BYTES, read_outcome

CALLS_PER_MESSAGE = 500
"""The most calls in a request, so that no table comes near the limit of a frame."""


class EncodedCalls:
    """Calls and, if all are plain, their tables. Plain calls hold no spy and no step that builds on another."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self.calls = calls
        # Encoded here and not when they are first sent: that would be on the time of the class's first learner.
        starts = range(0, len(calls), CALLS_PER_MESSAGE) if calls and is_plain(calls) else range(0)
        self.tables = [CallTable(calls[start : start + CALLS_PER_MESSAGE]) for start in starts]


class CallTable:
    """Calls as one request, encoded column by column."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self.calls = calls
        self.header, self.blob = _encoded(calls)

    @cached_property
    def message(self) -> bytes:
        """Return the bytes of the request, the same for every learner's process."""
        return frame({"op": "table", "table": self.header}, self.blob)


def is_plain(calls: Sequence[Call]) -> bool:
    """Return whether all calls are of one function and one form, and ask nothing of the trusted process."""
    first = calls[0].steps[0]
    form = (first.name, len(first.args), tuple(first.kwargs), calls[0].drain)
    for call in calls:
        (step, *more) = call.steps
        is_odd = step.of is not None or step.keep or step.is_read or step.may_raise or step.overwrites
        if more or is_odd or (step.name, len(step.args), tuple(step.kwargs), call.drain) != form:
            return False
        for value in (*step.args, *step.kwargs.values()):
            if isinstance(value, Spy):
                return False
    return True


def _encoded(calls: Sequence[Call]) -> tuple[Json, bytes]:
    encoder = Encoder(MAX_BLOB_BYTES)
    rows = [(*call.steps[0].args, *call.steps[0].kwargs.values()) for call in calls]
    header = {
        "name": calls[0].steps[0].name,
        "count": len(calls),
        "columns": [_column(column, encoder) for column in zip(*rows, strict=True)],
        "names": list(calls[0].steps[0].kwargs),
        "drain": calls[0].drain,
    }
    return header, encoder.blob


def _column(values: Sequence[Value], encoder: Encoder) -> Json:
    if all(type(value) is np.ndarray and value.dtype == np.float64 for value in values):
        # Most arguments are vectors of floats: raw bytes one after another need no JSON for each.
        start = encoder.size
        for value in values:
            encoder.append(value.astype("<f8", copy=False).tobytes())
        return {"arrays": [value.shape for value in values], "start": start}
    return {"values": [encoder.encode(Seeded(v.number) if isinstance(v, Seed) else v) for v in values]}


class CallResults:
    """The outcomes of calls, decoded when they are first used.

    `key` is the hash of the raw replies, None if the calls were not made as tables: equal keys mean equal outcomes.
    """

    def __init__(self, outcomes: list[Outcomes] | None = None, replies: "Replies | None" = None) -> None:
        self.key = replies.key if replies else None
        self._replies = replies
        if outcomes is not None:
            self.outcomes = outcomes

    @cached_property
    def outcomes(self) -> list[Outcomes]:
        assert self._replies is not None
        return list(self._replies.outcomes())


class Replies:
    """The raw replies of a learner's process to tables of calls, checked for size only until they are read."""

    def __init__(self, limits: Mapping[Ending, str]) -> None:
        self._limits = limits
        self._room = 0
        self._tables: list[list[tuple[int, int, bytes]]] = []
        self._digest = hashlib.sha256()

    @property
    def key(self) -> bytes:
        return self._digest.digest()

    def begin(self) -> None:
        """Expect the replies to another table."""
        self._tables.append([])
        self._room = MAX_REPLIES_BYTES // 2  # decoded, they take as much again

    def add(self, header: Json, blob: bytes, most: int) -> int:
        """Add a reply; return how many calls it answers, which is at most `most`."""
        count, size = header.get("count"), header.get("text")
        if (
            type(count) is not int
            or not 1 <= count <= most
            or type(size) is not int
            or not 0 <= size <= MAX_HEADER_BYTES
        ):
            raise WireError("a message that tells of no call")
        self._room -= len(blob)
        if self._room < 0:
            raise TooMuchError("values that take more room than allowed")
        self._tables[-1].append((count, size, blob))
        self._digest.update(b"%d %d %d " % (count, size, len(blob)))  # lengths too: else two replies could pass as one
        self._digest.update(blob)
        return count

    def outcomes(self) -> Iterator[Outcomes]:
        """Decode the outcomes; a malformed one raises WireError when its turn comes."""
        for messages in self._tables:
            left = MAX_REPLIES_BYTES
            for count, size, blob in messages:
                calls, data = read_header(blob[:size]), blob[size:]
                if not isinstance(calls, list) or len(calls) != count:
                    raise WireError("a message that does not tell of as many calls as it says")
                for call in calls:
                    decoder = Decoder(data, max_bytes=min(left, 2 * MAX_RESULT_BYTES))
                    room = decoder.left or 0
                    yield (self._outcome(call, decoder),)
                    left -= room - (decoder.left or 0)

    def _outcome(self, call: Json, decoder: Decoder) -> Outcome:
        """Decode one call's outcome: `[length, start]` of a vector, `[value]`, or a step in full."""
        if not isinstance(call, list):
            return read_outcome(call, decoder, (), self._limits)
        match call:
            case [int(length), int(start)]:
                value = decoder.vector(length, start)
            case [encoded]:
                value = decoder.decode(encoded)
            case _:
                raise WireError("a value of unknown form")
        return Outcome(ending=Ending.RETURNED, value=value)
