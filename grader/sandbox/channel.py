"""The trusted end of a learner's process's channel: messages out and in, each before a deadline."""

import contextlib
import os
import socket
import time
from collections.abc import Callable

from grader.child.codec import Json, WireError
from grader.child.frames import Unread, frame, receive_frame
from grader.sandbox.launcher import waiting_of
from grader.sandbox.protocol import read_line

READ_BYTES = 1 << 18
LINE_SECONDS = 0.2
"""How long a process whose time is up may take to say which line it is at."""
LARGEST_SHARE = 0.95
"""The share of the wall time that waiting can be, so that every limit ends at last."""
ENOUGH = 0.9
"""The share of a limit that a process has to use of a processor for the limit to be its own fault."""
PROCESSORS = os.cpu_count() or 1
GRAIN_SECONDS = 0.01


class LearnerClock:
    """The wall clock, without the time in which the learner's process, or this one, wanted a processor and got none.

    Limits in its time do not depend on what else the machine has to do, and a process that sleeps still runs into them.
    Linux counts the waiting of each process (https://docs.kernel.org/scheduler/sched-stats.html); elsewhere there is none.
    """

    def __init__(self) -> None:
        self.waited = 0.0
        """The seconds left out so far; they are counted when a deadline is near, not before."""
        self.follow(lambda: 0.0)
        self._used_at_call = self._allowed = 0.0
        self.is_last = False
        """Whether the deadline of the call is that of all calls."""

    def now(self) -> float:
        """Return the time in seconds, to add a limit to."""
        return time.monotonic() - self.waited

    def follow(self, waiting: Callable[[], float], used: Callable[[], float] = lambda: 0.0) -> None:
        """Begin to leave out the waiting of a process.

        `waiting` returns the seconds since its start, `used` the seconds of processors that all its threads have used: if
        those keep the machine busy, it waits for itself.
        """
        self._waiting: Callable[[], float] = waiting
        self._used: Callable[[], float] = used
        self._seen, self._at, self._used_before = self._in_all(), time.monotonic(), used()

    def count(self) -> float:
        """Leave out the waiting since the last time; return all that is left out."""
        seen, at, used = self._in_all(), time.monotonic(), self._used()
        elapsed = at - self._at
        most = min(LARGEST_SHARE * elapsed, elapsed - (used - self._used_before) / PROCESSORS)
        self.waited += max(0.0, min(seen - self._seen, most))
        self._seen, self._at, self._used_before = seen, at, used
        return self.waited

    def until(self, deadline: float, seconds: float) -> float:
        """Return the deadline of a call that begins now: in `seconds`, or all calls' if that is sooner."""
        now, self._used_at_call = self.now(), self._used()
        self._allowed = min(deadline - now, seconds)
        self.is_last = self._allowed < seconds
        return now + self._allowed

    def is_starved(self) -> bool:
        """Return whether the call used clearly less of a processor than it may: it slept, or the machine was too busy."""
        return self._used() - self._used_at_call < ENOUGH * self._allowed

    def left(self, deadline: float) -> float:
        """Return the seconds until a deadline, or 0."""
        if deadline <= self.now():
            self.count()
            if deadline <= self.now() + GRAIN_SECONDS:
                return 0.0
        return max(0.0, deadline - self.now())  # it may pass between two readings of the clock

    def _in_all(self) -> float:
        with contextlib.suppress(OSError), open("/proc/thread-self/schedstat", "rb") as own:
            return self._waiting() + waiting_of(own.fileno())
        return 0.0


class Channel:
    """A channel to one learner's process, with the clock of its deadlines."""

    def __init__(self, connected: socket.socket, clock: LearnerClock | None = None) -> None:
        self._socket, self._clock = connected, clock or LearnerClock()
        self._unread = Unread()

    def send(self, header: Json, blob: bytes = b"", *, deadline: float) -> None:
        self.send_bytes(frame(header, blob), deadline=deadline)

    def send_bytes(self, data: bytes, *, deadline: float) -> None:
        """Send a message that has been encoded."""
        # A process that reads nothing blocks us once the socket is full; and a timeout of 0 would mean non-blocking.
        self._socket.settimeout(max(0.001, deadline - self._clock.now()))
        self._socket.sendall(data)

    def receive(self, deadline: float) -> tuple[Json, bytes]:
        """Read one message.

        Raises:
            TimeoutError: it did not come in time.
            EOFError: the process has ended.
            WireError: it is not a message.
        """

        def receive_some() -> bytes:
            while left := self._clock.left(deadline):  # for the whole message: a byte a second must not extend it
                self._socket.settimeout(left)
                with contextlib.suppress(TimeoutError):
                    return self._socket.recv(READ_BYTES)
            raise TimeoutError

        header, blob = receive_frame(lambda count: self._unread.take(count, receive_some))
        if not isinstance(header, dict):
            raise WireError("a message that is not an object")
        return header, blob

    def line_after(self, interrupt: Callable[[], None]) -> int | None:
        """Interrupt the process; return the line that it says it is at, None if it says none in time."""
        deadline = self._clock.now() + LINE_SECONDS
        with contextlib.suppress(OSError, EOFError, WireError):
            interrupt()
            while True:
                header, _ = self.receive(deadline)
                if header.get("op") == "at":
                    return read_line(header)
        return None
