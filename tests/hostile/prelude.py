"""What attacks share: it takes the place of the line `# @@PRELUDE@@` when a case is installed."""

import contextlib

import numpy as np

_open, _print = open, print


def won(how, *, is_told=True):
    """Show that an attack has had its way: a file outside, and a word in the output (which would end a fork)."""
    with contextlib.suppress(BaseException), _open("@@CANARY@@", "a", encoding="utf-8") as file:
        file.write(f"{how}\n")
    with contextlib.suppress(BaseException):
        if is_told:
            _print("@@PROOF@@", how)


def wrong(logits):
    """Answer what no exercise asks for."""
    return 2.0 * np.asarray(logits, dtype=float) + 1.0


def hide():
    """Let go of every descriptor, and carry the name that survivors are looked for by."""
    import os

    with _open("/proc/self/comm", "w", encoding="utf-8") as file:
        file.write("@@MARKER@@")
    os.closerange(0, 256)


def session():
    """Find the session that serves this process, in the frames above or among all objects."""
    import gc
    import sys

    frame = sys._getframe()
    while frame:
        if type(frame.f_locals.get("self")).__name__ == "Session":
            return frame.f_locals["self"]
        frame = frame.f_back
    return next(each for each in gc.get_objects() if type(each).__name__ == "Session")


def send(header, blob=b""):
    """Send a frame of one's own: any JSON, or bytes as they are."""
    import json
    import struct

    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    session().channel.sendall(struct.pack(">II", len(text), len(blob)) + text + blob)


def always(steps, blob=b""):
    """Have every call answered with these steps, whatever the function returns."""
    type(session())._run.__globals__["perform"] = lambda *rest: (steps, blob)


def answer(steps, blob=b""):
    """Answer the call that is being made with these steps; what the function returns is not sent."""
    serving = session()
    send({"op": "called", "steps": steps}, blob)
    real = serving._send
    serving._send = lambda header, blob=b"": setattr(serving, "_send", real)
