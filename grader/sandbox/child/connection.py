"""The learner's end of the channel: reads ahead, and sends together what need not be told at once."""

from __future__ import annotations

import os
import socket
import threading
import time

from .codec import Json
from .frames import Unread, frame, receive_frame

READ_BYTES = 1 << 18
HOLD_SECONDS = 0.02
HOLD_BYTES = 1 << 16


class Stream:
    """A channel to the trusted process. What is held back is sent before this process waits for anything.

    `lock` is held by a thread that must not be interrupted by what others send.
    """

    def __init__(self, connected: socket.socket) -> None:
        self.lock = threading.RLock()
        self._socket = connected
        self._pid = os.getpid()
        self._unread = Unread()
        self._held: list[bytes] = []
        self._held_bytes = 0
        self._since = 0.0

    def send(self, header: Json, blob: bytes = b"", *, can_wait: bool = False) -> None:
        """Send a message, and all that has been held back before it; one that can wait is held back itself for a while.

        Raises:
            WireError: it is over the limit; nothing has been sent.
        """
        message, now = frame(header, blob), time.monotonic()
        with self.lock:
            self._since = self._since if self._held else now
            self._held.append(message)
            self._held_bytes += len(message)
            if not can_wait or self._held_bytes > HOLD_BYTES or now - self._since > HOLD_SECONDS:
                self._send_held()

    def receive(self) -> tuple[Json, bytes]:
        """Read the next message.

        Raises:
            EOFError: the other side has closed the channel.
        """
        return receive_frame(lambda count: self._unread.take(count, self._receive_some))

    def _receive_some(self) -> bytes:
        self._send_held()
        return self._socket.recv(READ_BYTES)

    def _send_held(self) -> None:
        if os.getpid() != self._pid:  # a fork made by the learner's code, which must not speak as well
            os._exit(1)
        with self.lock:
            if self._held:
                held, self._held, self._held_bytes = self._held, [], 0
                self._socket.sendall(b"".join(held))
