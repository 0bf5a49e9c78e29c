"""Reference functions that a learner's file may import: they stay in the trusted process, which answers for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.sandbox.child.codec import Decoder, Encoder, Json, Opaque, WireError
from grader.sandbox.protocol import MAX_RESULT_BYTES, read_arguments, refusal

FIRST = -1
"""The number of the first function; the next is one less. Those of spies are 0 and more."""


class LentFunctions:
    """Functions by `module.function`."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]]) -> None:
        self._functions = tuple(functions.values())
        self.numbers: dict[str, dict[str, int]] = {}
        """What a learner's process is told: the number of each function of each module."""
        for index, path in enumerate(functions):
            module, _, name = path.rpartition(".")
            self.numbers.setdefault(module, {})[name] = FIRST - index

    def is_asked(self, header: Json) -> bool:
        """Say whether a message is a question to one of the functions."""
        number = header.get("of")
        return header.get("op") == "ask" and type(number) is int and number <= FIRST

    def answer(self, header: Json, blob: bytes) -> tuple[Json, bytes]:
        """Make the call that a question asks for.

        Raises:
            WireError: the question is not a call with plain arguments of a function that was given.
        """
        index = FIRST - int(header["of"])
        if index >= len(self._functions):
            raise WireError("a handle that was never given out")
        # What lives here cannot be handed through the learner's process to a function that lives here, too.
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
