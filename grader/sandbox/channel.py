"""The trusted end of a learner's process's channel: messages out and in, each before a deadline."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable

from grader.sandbox.child.codec import Json, WireError
from grader.sandbox.child.frames import Unread, frame, receive_frame
from grader.sandbox.protocol import read_line

READ_BYTES = 1 << 18
LINE_SECONDS = 0.2
"""How long a process whose time is up may take to say which line it is at."""


class Channel:
    """A channel to one learner's process."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self._unread = Unread()

    def send(self, header: Json, blob: bytes = b"", *, deadline: float) -> None:
        """Send a message."""
        self.send_bytes(frame(header, blob), deadline=deadline)

    def send_bytes(self, data: bytes, *, deadline: float) -> None:
        """Send a message that has been encoded."""
        # A process that reads nothing blocks us once the socket is full; and a timeout of 0 would mean non-blocking.
        self._socket.settimeout(max(0.001, deadline - time.monotonic()))
        self._socket.sendall(data)

    def receive(self, deadline: float) -> tuple[Json, bytes]:
        """Read one message.

        Raises:
            TimeoutError: it did not come in time.
            EOFError: the process has ended.
            WireError: it is not a message.
        """

        def receive_some() -> bytes:
            left = deadline - time.monotonic()  # for the whole message: a byte a second must not extend it
            if left <= 0:
                raise TimeoutError
            self._socket.settimeout(left)
            return self._socket.recv(READ_BYTES)

        header, blob = receive_frame(lambda count: self._unread.take(count, receive_some))
        if not isinstance(header, dict):
            raise WireError("a message that is not an object")
        return header, blob

    def line_after(self, interrupt: Callable[[], None]) -> int | None:
        """Interrupt the process; return the line that it says it is at, None if it says none in time."""
        deadline = time.monotonic() + LINE_SECONDS
        with contextlib.suppress(OSError, EOFError, WireError):
            interrupt()
            while True:
                header, _ = self.receive(deadline)
                if header.get("op") == "at":
                    return read_line(header)
        return None
