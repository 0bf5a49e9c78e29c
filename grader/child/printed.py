"""Capture what is printed, within limits."""

import io
from collections.abc import Callable

from .codec import clean, type_name


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
        """Return whether more was printed than allowed, even if the learner's code caught the exception."""
        return self.count > self.limit

    @property
    def encoding(self) -> str:  # type: ignore[override]  # a property, where the base class has an attribute
        """Return the encoding, as code that prints may ask for it."""
        return "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        """Forward text; raise OutputLimitError beyond the limit."""
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
