"""The learner's end of the channel."""

import os
import socket
import threading
from typing import Protocol

from .codec import Json
from .frames import Unread, frame, receive_frame

READ_BYTES = 1 << 18


class Stream(Protocol):
    """The methods of a channel to the trusted code that a session needs.

    Hold `lock` around a request and its reply, so that no other thread sends or reads between them.
    """

    lock: "threading.RLock"

    def send(self, header: Json, blob: bytes = b"") -> None:
        """Send a message. One over the limit raises WireError, and nothing of it has been sent."""

    def receive(self) -> tuple[Json, bytes]:
        """Read the next message; raise EOFError if there is none any more."""


class Connection:
    """A channel to the trusted process."""

    def __init__(self, connected: socket.socket) -> None:
        self.lock = threading.RLock()
        self._socket = connected
        self._pid = os.getpid()
        self._unread = Unread()

    def send(self, header: Json, blob: bytes = b"") -> None:
        message = frame(header, blob)  # before anything is sent: one that is too large must leave the channel usable
        if os.getpid() != self._pid:  # a fork made by the learner's code, which must not speak as well
            os._exit(1)
        with self.lock:
            self._socket.sendall(message)

    def receive(self) -> tuple[Json, bytes]:
        """Read the next message; raise EOFError if the other side has closed the channel."""
        return receive_frame(lambda count: self._unread.take(count, lambda: self._socket.recv(READ_BYTES)))
