"""The signals that a watch meets: those that end it, a resized window, and Ctrl-Z."""

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object] | int


class StoppedError(BaseException):
    """A signal to end has come; derived like KeyboardInterrupt, so that nothing on the way handles it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _stop(number: int, frame: FrameType | None) -> None:
    raise StoppedError(number)


@contextmanager
def handling(wanted: Mapping[str, Handler]) -> Iterator[None]:
    """Handle signals, each by its name, where the system has them; afterwards as before."""
    numbers = {name: getattr(signal, name) for name in wanted if hasattr(signal, name)}
    before = {number: signal.signal(number, wanted[name]) for name, number in numbers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def handled(
    resized: Callable[[], None], paused: Callable[[], None], resumed: Callable[[], None]
) -> AbstractContextManager[None]:
    """Handle signals: raise StoppedError at the end, call `resized`; around a stop by Ctrl-Z, `paused` and `resumed`."""

    def pause(number: int, frame: FrameType | None) -> None:
        paused()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)  # stops here until SIGCONT
        signal.signal(number, pause)
        resumed()

    return handling({"SIGTERM": _stop, "SIGHUP": _stop, "SIGWINCH": lambda *_: resized(), "SIGTSTP": pause})


def left_to_others() -> AbstractContextManager[None]:
    """Leave Ctrl-C and Ctrl-Z to the program that has the terminal meanwhile."""
    # A handler, not SIG_IGN, which the program would inherit.
    return handling({"SIGINT": lambda *_: None, "SIGTSTP": signal.SIG_DFL})
