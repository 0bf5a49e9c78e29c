"""Record what a learner's process sends, and play it back, mutated, to the side that judges."""

from __future__ import annotations

import contextlib
import random
import re
import selectors
import signal
import socket
import threading
from collections.abc import Callable

from grader.child.frames import FRAME
from grader.sandbox.launcher import LaunchedProcess, Launcher, Settings

READ_BYTES = 1 << 16


class Process:
    """A process that there is not, whose other end is served by a thread."""

    def __init__(self, serve: Callable[[socket.socket], None], end: Callable[[], int]) -> None:
        self.channel, self._theirs = socket.socketpair()
        self._end = end
        self._thread = threading.Thread(target=serve, args=(self._theirs,), daemon=True)
        self._thread.start()

    def interrupt(self) -> None:
        """Do nothing: a recording cannot say where it is."""

    def waiting(self) -> float:
        """Return 0: a recording waits for no processor."""
        return 0.0

    def used(self) -> float:
        """Return 0: nor does it use one."""
        return 0.0

    def end(self) -> int:
        """End it."""
        self.channel.close()
        status = self._end()
        self._thread.join()
        self._theirs.close()
        return status


class Recorder:
    """A launcher that starts processes as another one does, and keeps what each sends."""

    def __init__(self, launcher: Launcher) -> None:
        self.layers, self.scratch = launcher.layers, launcher.scratch
        self.streams: list[bytearray] = []
        self._launcher = launcher

    def start(self, settings: Settings) -> LaunchedProcess:
        """Start a process."""
        real = self._launcher.start(settings)
        kept = bytearray()
        self.streams.append(kept)
        return Process(lambda ours: relay(ours, real.channel, kept), real.end)

    def close(self) -> None:
        """Do nothing."""


class Player:
    """A launcher whose processes send what was recorded, whatever they are asked."""

    layers: tuple[str, ...] = ("played",)

    def __init__(self, streams: list[bytes], scratch: str) -> None:
        self.scratch: str | None = scratch
        self._streams = streams
        self._count = 0

    def start(self, settings: Settings) -> LaunchedProcess:
        """Start the next process; all after the last are like the last."""
        stream = self._streams[min(self._count, len(self._streams) - 1)]
        self._count += 1
        return Process(lambda ours: play(ours, stream), lambda: -signal.SIGKILL)

    def close(self) -> None:
        """Do nothing."""


def relay(ours: socket.socket, real: socket.socket, kept: bytearray) -> None:
    """Pass on what comes from either side until one closes; keep what comes from the process."""
    with selectors.DefaultSelector() as both:
        both.register(ours, selectors.EVENT_READ, real)
        both.register(real, selectors.EVENT_READ, ours)
        while True:
            for key, _ in both.select():
                source, target = key.fileobj, key.data
                assert isinstance(source, socket.socket)
                try:
                    data = source.recv(READ_BYTES)
                    target.sendall(data)
                except OSError:
                    data = b""
                if not data:
                    ours.shutdown(socket.SHUT_RDWR)
                    return
                if source is real:
                    kept += data


def play(ours: socket.socket, stream: bytes) -> None:
    """Send a stream, and drop what comes, until the other side closes."""
    # Two threads: the other side may wait for its own requests to be read before it reads.
    sender = threading.Thread(target=send, args=(ours, stream), daemon=True)
    sender.start()
    with contextlib.suppress(OSError):
        while ours.recv(READ_BYTES):
            pass
    sender.join()


def send(ours: socket.socket, stream: bytes) -> None:
    """Send a stream and its end."""
    with contextlib.suppress(OSError):
        ours.sendall(stream)
        ours.shutdown(socket.SHUT_WR)


TOKENS = [
    b"0", b"-1", b"1e400", b"NaN", b"null", b"[]", b"{}", b'""', b"9" * 400, b'"\\ud800"', b"true", b'{"o":"x"}', b'{"l":[]}',
    b'{"s":[1,1]}', b'{"h":[0,"x",[],[]]}', b'{"a":["<f8",[2147483647],0]}', b'{"f":[9,0]}', b'{"n":["<f8",0]}', b"[" * 50,
]  # fmt: skip


def before_learners(stream: bytes) -> int:
    """Return the length of what a process sends before anything of the learner's runs: two messages."""
    place = 0
    for _ in range(2):
        place += FRAME.size + sum(FRAME.unpack(stream[place : place + FRAME.size]))
    return place


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Return bytes with one to three changes of all kinds."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        place = rng.randrange(len(made) + 1)
        size = rng.choice((1, 2, 4, 8, 60))
        piece = bytes(made[place : place + size])
        match rng.randrange(8):
            case 0:
                made[place : place + size] = rng.randbytes(size)
            case 1:
                made[place : place + size] = bytes(byte ^ 1 << rng.randrange(8) for byte in piece)
            case 2:
                del made[place : place + size]
            case 3:
                made[place:place] = piece * rng.randrange(1, 4)
            case 4:
                del made[place:]
            case 5:
                made[place : place + size] = rng.choice(TOKENS)
            case 6:
                made[place : place + 4] = rng.choice((0, 1, 255, 1 << 23, 1 << 31, 2**32 - 1)).to_bytes(4, "big")
            case 7:
                other = rng.randrange(len(made) + 1)
                made[place : place + size] = made[other : other + size]
        made = made or bytearray(b"\0")
    return bytes(made)


def swapped(data: bytes, rng: random.Random) -> bytes:
    """Return JSON with one of its numbers or texts replaced."""
    place = rng.choice([*re.finditer(rb'(?<=[ \[:])(\d+(\.\d+)?|"[^"\\]*"|true|false|null)(?=[,}\]])', data)])
    return data[: place.start()] + rng.choice(TOKENS) + data[place.end() :]
