"""A dask cluster on this machine: a scheduler and workers as processes of their own, ended with the test."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

SECONDS = 300.0
DASK = [sys.executable, "-m", "dask"]


class Cluster:
    """A scheduler and its workers, each under a nanny that starts it again if it ends."""

    def __init__(self, folder: Path, address: str, scheduler: subprocess.Popen[bytes]) -> None:
        self.folder = folder
        self.address = address
        self.scheduler = scheduler
        self.nannies: list[subprocess.Popen[bytes]] = []

    def workers(self) -> list[int]:
        """Return the ids of the processes that do the work."""
        return [pid for nanny in self.nannies for pid in children(nanny.pid) if "spawn_main" in command_of(pid)]


@contextlib.contextmanager
def cluster(folder: Path, workers: int = 2, tls: Sequence[str] = ()) -> Iterator[Cluster]:
    """Start a scheduler and workers with one thread each on free ports of this machine; end them all."""
    folder.mkdir()
    started: list[subprocess.Popen[bytes]] = []
    where = ["--scheduler-file", str(folder / "scheduler.json"), "--host", f"{'tls' if tls else 'tcp'}://127.0.0.1"]
    try:
        scheduler = _start(folder, ["scheduler", *where, "--port", "0", "--no-dashboard", "--no-show", *tls], started)
        made = Cluster(folder, _address(folder / "scheduler.json"), scheduler)
        for number in range(workers):
            own = ["--nthreads", "1", "--nanny", "--no-dashboard", "--local-directory", str(folder / f"worker{number}")]
            made.nannies.append(_start(folder, ["worker", *where, *own, *tls], started))
        until = time.monotonic() + SECONDS
        while len(made.workers()) < workers and time.monotonic() < until:
            time.sleep(0.05)
        yield made
    finally:
        for process in reversed(started):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _start(folder: Path, arguments: list[str], started: list[subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """Start a process of dask in a session of its own; what it says goes into a file."""
    with (folder / f"{len(started)}.log").open("wb") as log:
        process = subprocess.Popen(
            [*DASK, *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd=folder
        )
    started.append(process)
    return process


def _address(path: Path) -> str:
    """Return the address that the scheduler has written down, as soon as it has."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(OSError, ValueError):
            return str(json.loads(path.read_bytes())["address"])
        time.sleep(0.05)
    raise AssertionError(f"no scheduler has come up: {(path.parent / '0.log').read_text()}")


def children(pid: int) -> list[int]:
    """Return the processes that a process has started and that still are."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):  # a child belongs to the thread that has started it
        with contextlib.suppress(OSError):
            found += map(int, task.read_text().split())
    return found


def command_of(pid: int) -> str:
    """Return the command line of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""
