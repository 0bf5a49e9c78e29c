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


def channel():
    """Return the socket that leads to the trusted process."""
    return session().stream._socket


def send(header, blob=b""):
    """Send a frame of one's own: any JSON, or bytes as they are."""
    import json
    import struct

    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    channel().sendall(struct.pack(">II", len(text), len(blob)) + text + blob)


def send_steps(steps, blob=b""):
    """Tell of one call: in the form of a table's calls while those are made, else as what a call by itself came to."""
    import json
    import sys

    frame, names = sys._getframe(), set()
    while frame:
        names.add(frame.f_code.co_name)
        frame = frame.f_back
    if "_run_table" in names:
        text = json.dumps(steps).encode()
        send({"op": "called", "count": 1, "text": len(text)}, text + blob)
    else:
        send({"op": "called", "steps": steps}, blob)


def always(steps, blob=b""):
    """Have every call answered with these steps, whatever the function returns."""
    from types import SimpleNamespace

    space = type(session())._run.__globals__
    space["execute"] = lambda *rest: (steps, blob)
    space["execute_table"] = lambda module, table, *rest, **more: [
        SimpleNamespace(message=lambda: space["reply"](list(steps), blob))
        for _ in range(table["count"])
    ]


def answer(steps, blob=b""):
    """Answer the call that is being made with these steps; what the function returns is not sent."""
    send_steps(steps, blob)
    stream = session().stream
    real = stream.send
    stream.send = lambda *message, **more: setattr(stream, "send", real)
