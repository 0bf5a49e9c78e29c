"""Reference functions lent to a learner's file: it may import them, and they run in the trusted process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.sandbox.child.codec import Decoder, Encoder, Json, Opaque, WireError
from grader.sandbox.protocol import MAX_RESULT_BYTES, read_arguments, refusal

FIRST = -1
"""The handle of the first function; the next is one less. Handles of spies are 0 and more."""


class LentFunctions:
    """Functions by `module.function`."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]]) -> None:
        self._functions = tuple(functions.values())
        self.numbers: dict[str, dict[str, int]] = {}
        """The handle of each function, by module and name, as the learner's process gets it."""
        for index, path in enumerate(functions):
            module, _, name = path.rpartition(".")
            self.numbers.setdefault(module, {})[name] = FIRST - index

    def is_asked(self, header: Json) -> bool:
        """Return whether a message asks for a call of a lent function."""
        number = header.get("of")
        return header.get("op") == "ask" and type(number) is int and number <= FIRST

    def answer(self, header: Json, blob: bytes) -> tuple[Json, bytes]:
        """Call a lent function; return the reply.

        Raises:
            WireError: the message is not a call of a lent function with plain arguments.
        """
        index = FIRST - int(header["of"])
        if index >= len(self._functions):
            raise WireError("a handle that was never given out")
        # A spy must not reach a reference function through the learner's process: its calls would not be counted.
        kept = Opaque("an argument that the grader keeps")
        args, kwargs = read_arguments(header, Decoder(blob, lambda handle: kept, MAX_RESULT_BYTES))
        if header.get("use") != "call" or header.get("name") != "":
            raise WireError("a question that was not offered")
        try:
            with np.errstate(all="ignore"):
                value = self._functions[index](*args, **kwargs)
        except Exception as error:  # whatever a learner's arguments lead to is theirs to hear
            return refusal(error)
        encoder = Encoder(has_handles=False)
        encoded = encoder.encode(value)
        return {"value": encoded}, encoder.blob
