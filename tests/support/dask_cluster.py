"""A dask cluster on this machine: a scheduler and workers as processes of their own, ended with the test."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

SECONDS = 300.0
DASK = [sys.executable, "-m", "dask"]


@contextlib.contextmanager
def cluster(folder: Path, workers: int = 1) -> Iterator[str]:
    """Start a scheduler and workers with one thread each on free ports of this machine; yield its address, end them all."""
    folder.mkdir()
    started: list[subprocess.Popen[bytes]] = []
    where = ["--scheduler-file", str(folder / "scheduler.json"), "--host", "tcp://127.0.0.1", "--no-dashboard"]
    try:
        started.append(_start(folder, ["scheduler", *where, "--port", "0", "--no-show"]))
        address = _address(folder / "scheduler.json")
        for number in range(workers):
            own = ["--nthreads", "1", "--local-directory", str(folder / f"worker{number}")]
            started.append(_start(folder, ["worker", *where, *own]))
        yield address
    finally:
        for process in reversed(started):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _start(folder: Path, arguments: list[str]) -> subprocess.Popen[bytes]:
    """Start a process of dask in a session of its own; what it says goes into a file."""
    with (folder / f"{arguments[0]}.log").open("ab") as log:
        return subprocess.Popen(
            [*DASK, *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd=folder
        )


def _address(path: Path) -> str:
    """Return the address that the scheduler has written down, as soon as it has."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(OSError, ValueError):
            return str(json.loads(path.read_bytes())["address"])
        time.sleep(0.05)
    raise AssertionError(f"no scheduler has come up: {(path.parent / 'scheduler.log').read_text()}")
