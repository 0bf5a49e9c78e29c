"""The trusted end of a learner's process's channel: messages out and in, each before a deadline."""

from __future__ import annotations

import socket
import time

from grader.child.frames import frame, receive_frame
from grader.child.wire import Json, WireError

READ_BYTES = 1 << 18


class Channel:
    """A channel to one learner's process."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self._received = bytearray()

    def send(self, header: Json, blob: bytes = b"", *, deadline: float) -> None:
        """Send a message."""
        self.send_bytes(frame(header, blob), deadline=deadline)

    def send_bytes(self, data: bytes, *, deadline: float) -> None:
        """Send a message that has been encoded."""
        self._socket.settimeout(max(0.001, deadline - time.monotonic()))
        self._socket.sendall(data)

    def receive(self, deadline: float) -> tuple[Json, bytes]:
        """Read one message.

        Raises:
            TimeoutError: it did not come in time.
            EOFError: the process has ended.
            WireError: it is not a message.
        """

        def receive(count: int) -> bytes:
            while len(self._received) < count:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                self._socket.settimeout(left)
                part = self._socket.recv(READ_BYTES)
                if not part:
                    raise EOFError
                self._received += part
            taken = bytes(self._received[:count])
            del self._received[:count]
            return taken

        header, blob = receive_frame(receive)
        if not isinstance(header, dict):
            raise WireError("a message that is not an object")
        return header, blob
