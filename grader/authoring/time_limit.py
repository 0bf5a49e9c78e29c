"""Limit the time of code that an author has just written: a loop that never ends becomes a sentence with its line."""

import linecache
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from grader.course import shown_path

TIMERS = (("ITIMER_PROF", "SIGPROF", 1.0), ("ITIMER_REAL", "SIGALRM", 20.0))
"""The clocks that run out: of processor time, and after so many times as much of a day, for code that only waits."""


class OutOfTimeError(Exception):
    """The code took too long; the message is the place where it was then, as `path:line:column: function`."""


@contextmanager
def time_limit(seconds: float, folder: Path) -> Iterator[None]:
    """Interrupt the block after `seconds` of processor time, where the platform can (not on Windows, and in the main thread only).

    Raises:
        OutOfTimeError: it took longer; the place named is in a file below `folder` if the code was there.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    places: list[str] = []

    def stop(number: int, frame: FrameType | None) -> None:
        places.append(_place(frame, folder))
        raise KeyboardInterrupt  # the only exception that `run_trusted` does not take for the function's own

    before = {}
    for timer, name, times in TIMERS:
        before[name] = signal.signal(getattr(signal, name), stop)
        signal.setitimer(getattr(signal, timer), times * seconds)
    try:
        yield
    except KeyboardInterrupt:
        if not places:
            raise
        raise OutOfTimeError(places[0]) from None
    finally:
        for timer, name, _ in TIMERS:
            signal.setitimer(getattr(signal, timer), 0)
            signal.signal(getattr(signal, name), before[name])


def _place(frame: FrameType | None, folder: Path) -> str:
    while frame:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(folder):
            line = linecache.getline(str(path), frame.f_lineno)
            column = len(line) - len(line.lstrip()) + 1
            return f"{shown_path(path)}:{frame.f_lineno}:{column}: `{frame.f_code.co_name}`"
        frame = frame.f_back
    return f"{folder.name}/"
