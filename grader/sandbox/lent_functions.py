"""Course functions that a learner's file may import: they run in the trusted process, for the learner's.

Their arguments are plain data, or spies of the call that is under way.
"""

from collections.abc import Callable, Mapping

import numpy as np

from grader.child.codec import Decoder, Encoder, Json, Opaque, WireError
from grader.sandbox.protocol import MAX_RESULT_BYTES, Batch, TooManyQuestionsError, limited, read_arguments, refusal


class RecordedSpy:
    """A spy as a lent function gets it: each use is recorded, and only what the spy offers can be used.

    The time limit is that of the lent function.
    """

    __slots__ = ("_batch", "_number", "_served")

    def __init__(self, batch: Batch, number: int) -> None:
        self._batch, self._number, self._served = batch, number, batch.find(number)[1]

    def __call__(self, *args: object, **kwargs: object) -> object:
        return self._plain(self._batch.use(self._number, "", args, kwargs))

    def __getattr__(self, name: str) -> object:
        if name in getattr(self._served, "served_attributes", ()):
            return getattr(self._served, name)
        if name in getattr(self._served, "served_methods", ()):
            return lambda *args, **kwargs: self._plain(self._batch.use(self._number, name, args, kwargs))
        raise AttributeError(f"this argument has no {name!r}")

    @staticmethod
    def _plain(value: object) -> object:
        """Refuse another spy: its uses would not be recorded."""
        if hasattr(value, "served_methods"):
            raise TypeError("a function of the course gets only plain data from an argument that the grader keeps")
        return value


FIRST = -1
"""The handle of the first function; the next is one less. Handles of spies are 0 and more."""


class LentFunctions:
    """Functions by `module.function`."""

    def __init__(self, functions: Mapping[str, Callable[..., object]]) -> None:
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

    def answer(self, header: Json, blob: bytes, batch: Batch | None = None) -> tuple[Json, bytes]:
        """Call a lent function; return the reply.

        Spies of the batch may be among its arguments: what the function asks of them is recorded like what the learner's
        code asks.

        Raises:
            WireError: the message is not a call of a lent function.
            TooManyQuestionsError: the function and the learner's code have asked the spies too often.
        """
        index = FIRST - int(header["of"])
        if index >= len(self._functions):
            raise WireError("a handle that was never given out")
        kept = Opaque("an argument that the grader keeps")
        revive = (lambda handle: RecordedSpy(batch, handle.number)) if batch else (lambda handle: kept)
        args, kwargs = read_arguments(header, Decoder(blob, revive, MAX_RESULT_BYTES))
        if header.get("use") != "call" or header.get("name") != "":
            raise WireError("a question that was not offered")
        try:
            with np.errstate(all="ignore"), limited():
                value = self._functions[index](*args, **kwargs)
        except (TimeoutError, MemoryError, TooManyQuestionsError, WireError):
            raise
        except Exception as error:  # whatever a learner's arguments lead to is theirs to hear
            return refusal(_function_as_argument(self._functions[index].__name__, (*args, *kwargs.values())) or error)
        encoder = Encoder(has_handles=False)
        encoded = encoder.encode(value)
        return {"value": encoded}, encoder.blob


def _function_as_argument(name: str, arguments: tuple[object, ...]) -> TypeError | None:
    """Return the error of a call with a function among its arguments; None if there is none."""
    for number, value in enumerate(arguments, start=1):
        if isinstance(value, Opaque) and value == Opaque("function"):
            return TypeError(f"{name}() got a function as argument {number}, not data")
    return None
