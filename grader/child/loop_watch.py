"""End a learner's loops from within their interpreter, where no other process can: in a browser's tab."""

import contextlib
import sys
import time
from collections.abc import Callable, Collection, Iterator
from types import CodeType, FrameType
from typing import Any

MONITORING: Any = getattr(sys, "monitoring", None)
"""Python's own, from 3.12 on; before that nothing ends a loop."""
TOOL = 3
STEPS = 256
"""After how many steps of loops, and starts of functions, the clock is read."""


class LoopWatch:
    """Notes when a call of the learner's code begins, and when it takes longer than `seconds`.

    `begin` is called for each call from elsewhere, `end` with the frame of one that takes too long; both may raise there.
    """

    def __init__(self, begin: Callable[[], None], end: Callable[[FrameType], None]) -> None:
        self._begin, self._end = begin, end
        self._deadline, self._steps = 0.0, 0
        self.seconds = 0.0

    @contextlib.contextmanager
    def watched(self, names: Collection[str]) -> Iterator[None]:
        """Watch the code whose file has one of these names."""
        if MONITORING is None:
            yield
            return

        def step(code: CodeType, *_: object) -> object:
            if code.co_filename not in names:
                return MONITORING.DISABLE
            self._steps += 1
            if self._steps % STEPS == 0 and time.monotonic() > self._deadline:
                self._end(sys._getframe(1))
            return None

        def start(code: CodeType, *_: object) -> object:
            caller = sys._getframe(1).f_back
            if code.co_filename in names and caller and caller.f_code.co_filename not in names:
                self._deadline = time.monotonic() + self.seconds
                self._begin()
            return step(code)

        events = MONITORING.events
        MONITORING.use_tool_id(TOOL, __name__)
        MONITORING.register_callback(TOOL, events.JUMP, step)
        MONITORING.register_callback(TOOL, events.PY_START, start)
        MONITORING.set_events(TOOL, events.JUMP | events.PY_START)
        try:
            yield
        finally:
            MONITORING.set_events(TOOL, 0)
            MONITORING.free_tool_id(TOOL)
