"""How learners' processes are started and ended, and what the trusted process makes of answers that are none."""

from __future__ import annotations

import errno
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from handmade import call
from systems import linux_only

from grader.child import session
from grader.child.confine.view import of_interpreter
from grader.child.connection import Connection
from grader.core.call import Ending, LoadResult, Outcome
from grader.core.errors import LaunchError
from grader.course.exercise import Limits
from grader.sandbox import channel
from grader.sandbox.confinement import Confinement, child_folder, numpy_folder
from grader.sandbox.launcher import ForkServerLauncher, Launcher
from grader.sandbox.process import LearnerProcess

LIMITS = Limits(call_seconds=20.0, exercise_seconds=20.0, memory_mib=256, output_characters=5000)
CLEAN: list[Any] = [{"op": "state", "is_clean": True}, {"op": "loaded", "did": "returned", "callable": True}]


class Scripted:
    """Starts no process: a thread answers each request as a function says, and ends the channel when that raises."""

    layers: tuple[str, ...] = ()
    scratch = None

    def __init__(self, **answers: Any) -> None:
        self.answers: dict[str, Any] = {"start": [{"op": "started"}], "load": CLEAN} | answers
        self.settings: list[Any] = []
        self.requests: list[tuple[Any, bytes]] = []

    def start(self, settings: Any) -> Any:
        """Start to answer."""
        self.settings.append(settings)
        ours, theirs = socket.socketpair()
        threading.Thread(target=self._answer, args=(theirs,), daemon=True).start()
        does = {
            "interrupt": lambda _: None,
            "waiting": lambda _: 0.0,
            "used": lambda _: 0.0,
            "end": lambda _: ours.close() or 7,
        }
        return type("Started", (), {"channel": ours, **does})()

    def _answer(self, connected: socket.socket) -> None:
        stream = Connection(connected)
        with connected:
            while True:
                try:
                    header, blob = stream.receive()
                    self.requests.append((header, blob))
                    for each in self.answers[header["op"]]:
                        stream.send(each)
                except (EOFError, KeyError, OSError):
                    return

    def close(self) -> None:
        """Do nothing."""


def test_a_process_is_told_its_limits_its_files_and_what_to_load() -> None:
    files = {"f": ("unit/f.py", b"12345"), "g": ("g.py", b"67")}
    made = Scripted()
    with LearnerProcess(made, files) as process:
        process.load("f", ["f", "h"], LIMITS, 20.0, lent={"m.a": len, "m.b": len})
        folder = made.settings[0].pop("folder")
        assert (os.stat(folder).st_mode & 0o777, os.listdir(folder)) == (0o755, [])
    assert not Path(folder).exists()
    assert made.settings == [{"limits": {"memory_bytes": 256 << 20, "file_bytes": 1 << 20, "cpu_seconds": 600}}]
    assert made.requests == [
        ({"op": "start", "files": [["f", "unit/f.py", 0, 5], ["g", "g.py", 5, 2]]}, b"1234567"),
        (
            {
                "op": "load", "module": "f", "functions": ["f", "h"], "lent": {"m": {"a": -1, "b": -2}},
                "limits": {"output_characters": 5000, "result_bytes": 16 << 20},
            },
            b"",
        ),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "answers",
    [
        {"start": [7]},
        {"load": [{"op": "state", "is_clean": False}]},
        {"load": [{"op": "state", "is_clean": 1}]},
        {"load": [7]},
        {"load": [{"op": "odd"}]},
    ],
    ids=["no start", "a modified interpreter", "an odd state", "no load", "another message"],
)
def test_a_fresh_process_that_does_not_begin_is_a_fault_of_the_machine(answers: Any) -> None:
    with (
        LearnerProcess(Scripted(**answers), {}) as process,
        pytest.raises(LaunchError, match=r"^a learner's process could not be started$"),
    ):
        process.load("f", ["f"], LIMITS, 20.0)


def test_a_process_that_cannot_be_tried_out_is_a_fault_of_the_machine() -> None:
    with LearnerProcess(Scripted(probe=[{"op": "probed", "possible": ["read", 3]}]), {}) as process:
        assert process.probe({"secret": "x"}, LIMITS) == ["read", "3"]
    made = Scripted()
    with (
        LearnerProcess(made, {}) as process,
        pytest.raises(LaunchError, match=r"^a learner's process could not be tried out$"),
    ):
        process.probe({"secret": "x"}, LIMITS)
    assert made.requests[1][0] == {"op": "probe", "targets": {"secret": "x"}}
    with LearnerProcess(Scripted(probe=[7]), {}) as process, pytest.raises(LaunchError):
        process.probe({}, LIMITS)
    assert made.settings[0]["limits"]["memory_bytes"] == 256 << 20


@pytest.mark.parametrize(
    ("told", "seconds", "outcome"),
    [
        ([{"op": "loaded"}], 300.0, Outcome(Ending.CRASHED, detail="what it sent back cannot be read")),
        ([7], 300.0, Outcome(Ending.CRASHED, detail="what it sent back cannot be read")),
        ([{"op": "printed", "text": "x"}], 0.3, Outcome(Ending.TIMED_OUT, detail="0.3 s")),
    ],
    ids=["no kind", "no object", "never"],
)
def test_a_load_without_an_end_is_told(told: list[Any], seconds: float, outcome: Outcome) -> None:
    with LearnerProcess(Scripted(load=[*CLEAN[:1], *told]), {}) as process:
        assert process.load("f", ["f"], LIMITS, seconds) == LoadResult(outcome)


def test_of_a_forged_flood_of_output_only_the_beginning_is_kept() -> None:
    flood = [{"op": "printed", "text": "x" * 3999}] * 3
    with LearnerProcess(Scripted(load=[CLEAN[0], *flood, CLEAN[1]]), {}) as process:
        process.load("f", ["f"], LIMITS, 20.0)
        assert sum(map(len, process._printed)) == 7998
        assert process.take_printed() == "x" * 4000


# --- memory, time and lines of real processes -----------------------------------------------------


def lending(process: LearnerProcess, function: Any) -> LoadResult:
    """Load a file that may import a function of ours."""
    return process.load("f", ["f"], LIMITS, 20.0, lent={"softmax_stable.softmax": function})


def no_memory(*_: Any) -> Any:
    """Do as if there were no memory left."""
    raise MemoryError


OURS = Outcome(Ending.OUT_OF_MEMORY, detail="part of the grader's memory that")


@pytest.mark.parametrize("args", [(1,), (Path,)], ids=["as a table", "one by one"])
def test_what_fills_the_graders_memory_is_the_learners_doing(processes: Launcher, args: Any) -> None:
    source = b"from softmax_stable import softmax\n\n\ndef f(x):\n    return softmax(x)\n"
    with LearnerProcess(processes, {"f": ("f.py", source)}) as process:
        assert lending(process, no_memory).is_callable
        assert process.run([call(1)], LIMITS, 20.0) == [(OURS,)]
    source = b"from softmax_stable import softmax\n\nsoftmax(1)\n"
    with LearnerProcess(processes, {"f": ("f.py", source)}) as process:
        assert lending(process, no_memory) == LoadResult(OURS)


LIMITED = """
import os, resource
def f():
    names = ("RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_CORE", "RLIMIT_CPU", "RLIMIT_AS")
    *exact, space = [resource.getrlimit(getattr(resource, name)) for name in names]
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    return [*exact, space[0] == space[1], (space[0] - used) / 2**20]
"""


@linux_only("other systems count memory in other ways")
def test_every_limit_holds_in_the_process(processes: Launcher) -> None:
    with LearnerProcess(processes, {"f": ("f.py", LIMITED.encode())}) as process:
        process.load("f", ["f"], LIMITS, 20.0)
        ((outcome,),) = process.run([call()], LIMITS, 20.0)
    *exact, is_hard, left_mib = outcome.value
    assert (exact, is_hard) == ([(1 << 20, 1 << 20), (64, 64), (0, 0), (600, 600)], True)
    assert 200 < left_mib <= 256


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("def g():\n    while True:\n        x = 1\n\n\ndef f():\n    g()\n", 2),
        ("def g():\n    for i in iter(int, 1):\n        x = 1\n\n\ndef f():\n    while 1:\n        g()\n", 7),
        ("def f():\n    import time\n    time.sleep(\n        9)\n", 3),
        ("import time\n\n\ndef g():\n    time.sleep(9)\n\n\ndef f():\n    g()\n", 5),
    ],
    ids=["a loop", "a loop in a loop", "no loop", "no loop in a function"],
)
def test_a_call_whose_time_is_up_tells_its_line(
    processes: Launcher, monkeypatch: pytest.MonkeyPatch, source: str, line: int
) -> None:
    monkeypatch.setattr(channel, "LINE_SECONDS", 20.0)  # on a busy machine it takes longer to say
    limits = Limits(call_seconds=0.3, exercise_seconds=20.0)
    with LearnerProcess(processes, {"f": ("f.py", source.encode())}) as process:
        process.load("f", ["f"], limits, 20.0)
        assert process.run([call()], limits, 20.0) == [(Outcome(Ending.TIMED_OUT, detail="0.3 s", line=line),)]


# --- the fork server ------------------------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[ForkServerLauncher]:
    """Start a fork server of its own."""
    made = ForkServerLauncher()
    yield made
    made.close()


def server_of(process: Any) -> int:
    """Return the id of the fork server, the parent of a process."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("PPid:")[1].split()[0])


SETTINGS = {"folder": "/", "limits": {"memory_bytes": 256 << 20, "file_bytes": 0, "cpu_seconds": 9}}


@linux_only("the fork server")
def test_the_server_works_in_no_folder_of_ours_and_its_scratch_is_removed(server: ForkServerLauncher) -> None:
    started: Any = server.start(SETTINGS)
    assert os.readlink(f"/proc/{server_of(started)}/cwd") == "/"
    assert server.scratch is not None
    assert os.stat(server.scratch).st_mode & 0o777 == 0o755
    started.end()
    server.close()
    assert server._wait() == 0
    assert not Path(server.scratch).exists()
    assert not Path(f"/proc/{started.pid}").exists()


@pytest.mark.slow
@linux_only("the fork server")
def test_a_server_that_was_killed_is_replaced_and_its_processes_end(server: ForkServerLauncher) -> None:
    orphan: Any = server.start(SETTINGS)
    before = server_of(orphan)
    os.kill(before, signal.SIGKILL)
    assert orphan.end() == -signal.SIGKILL
    again: Any = server.start(SETTINGS)
    assert server_of(again) != before
    assert b"boot.py" in Path(f"/proc/{server_of(again)}/cmdline").read_bytes()  # no fork of this process
    again.end()


@pytest.mark.slow
@linux_only("the fork server")
@pytest.mark.parametrize("is_boxed", [True, False])
def test_a_number_from_within_a_box_ends_no_process_outside(
    server: ForkServerLauncher, monkeypatch: pytest.MonkeyPatch, *, is_boxed: bool
) -> None:
    view = of_interpreter(numpy_folder(), child_folder())
    monkeypatch.setattr(server, "_confinement", Confinement(view, True, b"", is_boxed=is_boxed))
    server._control.close()  # as if the server had been killed
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True) as other:
        server._end(other.pid)
        other.communicate(b"\n")
    assert other.returncode == (0 if is_boxed else -signal.SIGKILL)


@pytest.mark.slow
@linux_only("the fork server")
def test_a_server_that_cannot_be_started_again_leaves_nothing(tmp_path: Path) -> None:
    code = f"""
import os, signal, sys, tempfile
tempfile.tempdir = {str(tmp_path)!r}
from grader.core.errors import LaunchError
from grader.sandbox.launcher import ForkServerLauncher
server = ForkServerLauncher(is_quick=True)
started = server.start({SETTINGS!r})
os.kill(int(open(f"/proc/{{started.pid}}/stat").read().rpartition(")")[2].split()[1]), signal.SIGKILL)
started.end()
sys.executable = "/nowhere/python"
for start in (lambda: server.start({SETTINGS!r}), lambda: server.start({SETTINGS!r}), ForkServerLauncher):
    try:
        start()
    except LaunchError as error:
        print(error)
server.close()
"""
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert ran.stdout == f"/nowhere/python cannot be started: {os.strerror(errno.ENOENT)}\n" * 3
    assert list(tmp_path.iterdir()) == []


# --- parts of the learner's process that can be tried here ------------------------------------------


@pytest.mark.timeout(method="thread")  # the other method uses the timer that is part of the fingerprint
def test_a_modified_interpreter_has_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    import math

    import numpy as np

    before = session.fingerprint()
    assert session.fingerprint() == before
    with np.errstate(divide="raise"):
        assert session.fingerprint() != before
    with np.printoptions(precision=3):
        assert session.fingerprint() != before
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + 1)
    assert session.fingerprint() != before
    sys.setrecursionlimit(limit)
    for space, name in ((math, "pi"), (np, "exp"), (np.linalg, "norm"), (np.random, "random")):
        with monkeypatch.context() as patch:
            patch.setattr(space, name, None)
            assert session.fingerprint() != before
    handler = signal.signal(signal.SIGUSR2, signal.SIG_IGN)
    assert session.fingerprint() != before
    signal.signal(signal.SIGUSR2, handler)
    assert session.fingerprint() == before


@linux_only("processes are forked there")
def test_garbage_is_collected_in_a_process_forked_from_one_that_collects_none() -> None:
    gc.disable()
    try:
        made = ForkServerLauncher(is_quick=True)
    finally:
        gc.enable()
    with closing(made), LearnerProcess(made, {"f": ("f.py", b"import gc\ndef f(_): return gc.isenabled()")}) as process:
        process.load("f", ["f"], LIMITS, 5.0)
        ((outcome,),) = process.run([call(1)], LIMITS, 5.0)
    assert outcome.value is True
