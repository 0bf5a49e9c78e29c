"""Try, from inside a confined process, what confinement should prevent."""

import contextlib
import os
import signal
import socket
from collections.abc import Callable

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]  # a module elsewhere

from .codec import Json

F_SETSIG = 10  # fcntl(2) on Linux; Python does not name it


def possible_effects(targets: Json) -> list[str]:
    """Return the names of the effects that this process can have.

    `targets` has `secret` (a file to read), `package` (a file of the grader), `outside` (a folder to write in), `port`
    (a listener on 127.0.0.1) and `server` (a process to signal).
    """
    attempts: dict[str, Callable[[], object]] = {
        "read": lambda: open(targets["secret"], "rb").close(),
        "package": lambda: open(targets["package"], "rb").close(),
        "write": lambda: open(os.path.join(targets["outside"], "canary"), "wb").close(),
        "change": lambda: os.chmod(targets["secret"], 0o600),
        "connect": lambda: _connect(targets["port"]),
        # Landlock refuses TCP, but not sockets of other kinds.
        "socket": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).close(),
        "fork": _fork,
        "signal": lambda: os.kill(targets["server"], 0),  # 0 harms nobody, and is refused like any other
        "signal by files": lambda: _own_a_pipe(targets["server"]),
        "list processes": lambda: os.listdir("/proc"),
    }
    return [name for name, attempt in attempts.items() if _succeeds(attempt)]


def _succeeds(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True


def _connect(port: int) -> None:
    with socket.socket() as client:
        client.settimeout(1)
        client.connect(("127.0.0.1", port))


def _fork() -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)


def _own_a_pipe(pid: int) -> None:
    """Have the kernel signal another process whenever a pipe becomes readable: kill(2) is not needed for that."""
    if not hasattr(fcntl, "F_SETOWN"):
        raise OSError("not on this platform")
    read, write = os.pipe()
    try:
        fcntl.fcntl(read, fcntl.F_SETOWN, pid)
        fcntl.fcntl(read, F_SETSIG, signal.SIGCONT)  # harms nobody: a process that is not stopped ignores it
        fcntl.fcntl(read, fcntl.F_SETFL, fcntl.fcntl(read, fcntl.F_GETFL) | os.O_ASYNC)
        os.write(write, b"x")
    finally:
        os.close(read)
        os.close(write)
