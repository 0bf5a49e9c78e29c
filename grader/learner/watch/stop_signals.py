"""The signals that a watch meets: those that end it, a resized window, and Ctrl-Z."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object] | int


class StoppedError(BaseException):
    """A signal to end has come; derived like KeyboardInterrupt, so that nothing on the way handles it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _stop(number: int, frame: FrameType | None) -> None:
    raise StoppedError(number)


def number_of(name: str) -> int | None:
    """Return the number of a signal; None where there is none of that name."""
    return getattr(signal, name, None)


@contextmanager
def handled(resized: Callable[[], None], paused: Callable[[], None], resumed: Callable[[], None]) -> Iterator[None]:
    """Handle signals: raise StoppedError at the end, call `resized`; around a stop by Ctrl-Z, `paused` and `resumed`."""

    def pause(number: int, frame: FrameType | None) -> None:
        paused()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)  # stops here until SIGCONT
        signal.signal(number, pause)
        resumed()

    wanted: dict[str, Handler] = {"SIGTERM": _stop, "SIGHUP": _stop, "SIGWINCH": lambda *_: resized(), "SIGTSTP": pause}
    before = {number: signal.signal(number, handle) for name, handle in wanted.items() if (number := number_of(name))}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def left_to_others() -> Iterator[None]:
    """Leave Ctrl-C and Ctrl-Z to the program that has the terminal meanwhile."""
    # A handler, not SIG_IGN, which the program would inherit.
    wanted: dict[str, Handler] = {"SIGINT": lambda *_: None, "SIGTSTP": signal.SIG_DFL}
    before = {number: signal.signal(number, handle) for name, handle in wanted.items() if (number := number_of(name))}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
