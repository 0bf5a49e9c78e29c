"""Capture printed text and answer `input()`: within limits, and for a step on a terminal of its own."""

import builtins
import contextlib
import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar

from .codec import clean, type_name

MOST_PRINTED = 1_000_000
"""Characters that a solution may print in one step."""


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
        """Return True."""
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


class Terminal:
    """Answers `input()` with lines, and collects what is printed; prompts are no part of it."""

    def __init__(self, lines: Sequence[str], most: int) -> None:
        self._parts: list[str] = []
        self.printed = Printed(self._parts.append, most, most)
        self.typed = io.StringIO("".join(f"{line}\n" for line in lines))

    def input(self, prompt: object = "", /) -> str:
        """Return the next line, as Python's `input` does."""
        line = self.typed.readline()
        if not line:
            raise EOFError("input() has no more lines to read")
        return line.removesuffix("\n")

    def text(self) -> str:
        """Return what was printed, as `plain`."""
        if self.printed.is_over:  # the code may have caught the exception
            raise OutputLimitError("more characters printed than allowed")
        return plain("".join(self._parts))


def plain(text: str) -> str:
    """Return a printed text without spaces at the ends of lines and empty lines at the end."""
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip("\n")


TERMINAL: ContextVar[Terminal | None] = ContextVar("TERMINAL", default=None)


@contextlib.contextmanager
def at_terminal(lines: Sequence[str] | None, most: int | None) -> Iterator[Terminal | None]:
    """Give a step a terminal with lines to read; None gives it none.

    Learners' code, which may print `most` characters, gets it as Python's own `print` and `input`. Trusted code shares
    its process with other threads, and finds it by `trusted_print` and `trusted_input`.
    """
    if lines is None:
        yield None
        return
    terminal = Terminal(lines, MOST_PRINTED if most is None else most)
    before, token = (sys.stdin, sys.stdout, builtins.input), TERMINAL.set(terminal)
    if most is not None:
        sys.stdin, sys.stdout, builtins.input = terminal.typed, terminal.printed, terminal.input
    try:
        yield terminal
    finally:
        TERMINAL.reset(token)
        if most is not None:
            sys.stdin, sys.stdout, builtins.input = before


def trusted_print(*values: object, sep: str = " ", end: str = "\n", file: object = None, flush: bool = False) -> None:
    """Print on the terminal of the current step; without one, or to a file, print nothing: stdout is for results."""
    terminal = TERMINAL.get()
    if terminal and file is None:
        print(*values, sep=sep, end=end, file=terminal.printed)


def trusted_input(prompt: object = "", /) -> str:
    """Read a line from the terminal of the current step."""
    terminal = TERMINAL.get()
    if terminal is None:
        raise EOFError("EOF when reading a line")
    return terminal.input(prompt)


def lend(names: dict[str, object]) -> None:
    """Give a trusted module its `print` and `input`; not by redirecting stdout, which other threads use."""
    names.setdefault("print", trusted_print)
    names.setdefault("input", trusted_input)
