"""The trusted end of a learner's process's channel: messages out and in, each before a deadline."""

import contextlib
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
LARGEST_SHARE = 0.9
"""The share of the wall time that waiting can be: a learner's own threads, too, wait for each other's processors."""
GRAIN_SECONDS = 0.01


class LearnerClock:
    """The wall clock, without the time in which the learner's process, or this one, wanted a processor and got none.

    Limits in its time do not depend on what else the machine has to do, and a process that sleeps still runs into them.
    Linux counts the waiting of each process (https://docs.kernel.org/scheduler/sched-stats.html); elsewhere there is none.
    """

    def __init__(self) -> None:
        self.waited = 0.0
        """The seconds left out so far; they are counted when a deadline is near, not before."""
        self._waiting: Callable[[], float] = lambda: 0.0
        self._seen = self._at = 0.0

    def now(self) -> float:
        """Return the time in seconds, to add a limit to."""
        return time.monotonic() - self.waited

    def follow(self, waiting: Callable[[], float]) -> None:
        """Begin to leave out the waiting of a process, of which `waiting` returns the seconds since its start."""
        self._waiting = waiting
        self._seen, self._at = self._in_all(), time.monotonic()

    def left(self, deadline: float) -> float:
        """Return the seconds until a deadline, or 0."""
        if deadline <= self.now():
            seen, at = self._in_all(), time.monotonic()
            self.waited += min(seen - self._seen, LARGEST_SHARE * (at - self._at))
            self._seen, self._at = seen, at
            if deadline <= self.now() + GRAIN_SECONDS:
                return 0.0
        return deadline - self.now()

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
        """Send a message."""
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
