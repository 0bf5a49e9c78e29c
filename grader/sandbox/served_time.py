"""A limit on the processor time that trusted code spends on one question of a learner's code."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

QUESTION_SECONDS = 2.0
"""The time for one question; between questions, the limits of the call and of the exercise hold."""
AGAIN_SECONDS = 0.1


@contextlib.contextmanager
def limited(seconds: float = QUESTION_SECONDS) -> Iterator[None]:
    """Raise TimeoutError in this block when it has used so much processor time.

    Where there is no such timer (Windows, threads), only the watchdog over the whole submission ends it.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    is_over = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal is_over
        is_over = True
        raise TimeoutError

    # Processor time and not wall time: a busy machine must not fail a learner, and tests use the timer of wall time.
    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN_SECONDS)  # again, since the block may catch the first
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    if is_over:
        raise TimeoutError
