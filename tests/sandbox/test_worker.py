"""A worker replies, is ended at its limit, and takes nothing with it but its own request."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import closing
from pathlib import Path

import pytest

from grader.sandbox import worker
from grader.sandbox.worker import EndedError, Worker

SERVER = """
import os, signal, sys, tempfile, time
from grader.sandbox.worker import Requests

def serve(folder):
    requests = Requests(folder)
    requests.reply({**requests.read_first(), "session": os.getsid(0), "folder": tempfile.gettempdir()})
    requests.listen()
    print("printed by accident", flush=True)
    while True:
        request = requests.take()
        exec(request["do"])
        requests.reply({"did": request["do"]})
"""


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    """Return a worker that does what it is asked."""
    (tmp_path / "server_of_ours.py").write_text(SERVER, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with closing(Worker("server_of_ours")) as made:
        yield made


def test_it_replies_in_a_session_and_a_folder_of_its_own(asked: Worker) -> None:
    first = asked.ask({"a": "é"}, 30)
    assert (first["a"], first["session"] != os.getsid(0)) == ("é", True)
    assert asked.ask({"do": "1 + 1"}, 30) == {"did": "1 + 1"}
    assert Path(first["folder"]).is_dir()
    asked.close()
    assert (asked.is_closed, asked.has_ended, Path(first["folder"]).exists()) == (True, True, False)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("os._exit(3)", "exit code 3"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "killed by SIGKILL"),
        ("requests._replies.write(b'{'); requests._replies.flush(); os._exit(0)", "exit code 0"),
    ],
)
def test_an_end_is_told(asked: Worker, what: str, message: str) -> None:
    asked.ask({}, 30)
    with pytest.raises(EndedError, match=f"^{message}$"):
        asked.ask({"do": what}, 30)
    assert asked.is_closed


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is only the clock on the wall")
def test_the_limit_is_of_processor_time_and_the_clock_has_a_limit_of_its_own(
    asked: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked.ask({}, 30)
    assert asked.ask({"do": "time.sleep(.6)"}, 0.2)
    monkeypatch.setattr(worker, "WALL_FACTOR", 1)
    with pytest.raises(TimeoutError):
        asked.ask({"do": "time.sleep(100)"}, 0.2)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is only the clock on the wall")
def test_a_reply_that_uses_more_processor_time_ends_the_process(asked: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "WALL_FACTOR", 1_000_000)
    asked.ask({}, 30)
    with pytest.raises(TimeoutError, match=r"^more than 0 s of processor time in all$"):
        asked.ask({"do": "while True: pass"}, 0.3)
    assert asked.has_ended


def test_another_thread_ends_it_in_mid_task(asked: Worker) -> None:
    asked.ask({}, 30)
    threading.Timer(0.1, asked.close).start()
    started = time.monotonic()
    with pytest.raises(CancelledError):
        asked.ask({"do": "time.sleep(100)"}, 100)
    assert time.monotonic() - started < 50
