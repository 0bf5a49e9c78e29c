"""Learners' processes: what they are kept from, what they are told, and that they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from handmade import call
from systems import linux_only

from grader.core.call import Call, Ending, Outcome, Spy, Step
from grader.course.exercise import Limits
from grader.sandbox import protocol
from grader.sandbox.launcher import Launcher, SubprocessLauncher
from grader.sandbox.process import LearnerProcess
from grader.sandbox.protocol import LoadResult

LIMITS = Limits(call_seconds=1.0, exercise_seconds=4.0, memory_mib=256, output_characters=5000)
Load = Callable[..., tuple[LearnerProcess, LoadResult]]


@pytest.fixture(params=["forked", "spawned"])
def starting(request: pytest.FixtureRequest, processes: Launcher) -> Launcher:
    """Start processes both ways."""
    return processes if request.param == "forked" else SubprocessLauncher()


@pytest.fixture
def load(processes: Launcher) -> Iterator[Load]:
    """Return a function that loads source that defines `f`."""
    made: list[LearnerProcess] = []

    def run(source: str, starting: Launcher = processes, limits: Limits = LIMITS) -> tuple[LearnerProcess, LoadResult]:
        process = LearnerProcess(starting, {"f": ("f.py", source.encode())})
        made.append(process)
        return process, process.load("f", ["f"], limits, limits.exercise_seconds)

    yield run
    for process in made:
        process.close()


def value(load: Load, source: str, *args: Any, starting: Launcher | None = None) -> Any:
    """Return what `f` in a source returns."""
    process, _ = load(source, *([starting] if starting else []))
    ((outcome,),) = process.run([call(*args)], LIMITS, 2.0)
    assert outcome.ending is Ending.RETURNED, outcome
    return outcome.value


def test_a_learners_process_knows_nothing_of_ours(load: Load, starting: Launcher) -> None:
    source = "def f():\n    import os, sys\n    return [dict(os.environ), sys.argv, os.listdir('.'), sys.stdin.read(), os.getsid(0) == os.getpid()]\n"
    os.environ["SECRET"] = "secret"
    assert value(load, source, starting=starting) == [{}, ["submission"], [], "", True]


def test_it_has_no_descriptors_but_the_standard_ones_and_its_channel(load: Load, starting: Launcher) -> None:
    source = "def f():\n    import os\n    return sorted(os.readlink(f'/proc/self/fd/{fd}') for fd in os.listdir('/proc/self/fd') if os.path.exists(f'/proc/self/fd/{fd}') or os.path.islink(f'/proc/self/fd/{fd}'))\n"
    links = value(load, source, starting=starting)
    assert [link for link in links if not link.startswith(("/proc/", "socket:"))] == ["/dev/null"] * 3
    assert len([link for link in links if link.startswith("socket:")]) == 1


@pytest.mark.parametrize("module", ["grader", "pytest", "yaml", "solutions", "child", "numpy.testing", "math"])
def test_only_the_standard_library_and_numpy_can_be_imported(load: Load, module: str) -> None:
    source = (
        f"def f():\n    try:\n        import {module}\n    except ImportError:\n        return False\n    return True\n"
    )
    assert value(load, source) is (module in ("numpy.testing", "math", "child"))


BURNER = "import os, sys\nos.sched_setaffinity(0, [int(sys.argv[1])])\nprint(flush=True)\nwhile True: pass\n"
WORKER = """\
import time

def f(is_lazy):
    if is_lazy:
        time.sleep(30)
    while time.process_time() < 0.5:
        pass
"""


@pytest.fixture
def busy_processor() -> Iterator[int]:
    """Return a processor that six processes of others want all the time, each in a session of its own."""
    cpu = min(os.sched_getaffinity(0))
    command = [sys.executable, "-c", BURNER, str(cpu)]
    with ExitStack() as running:
        for _ in range(6):
            burner = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
            running.enter_context(burner)
            running.callback(burner.kill)
            assert burner.stdout is not None
            burner.stdout.readline()
        yield cpu


@pytest.mark.slow
@linux_only("the time that a process waits for a processor is read from /proc")
@pytest.mark.parametrize(("is_lazy", "ending"), [(False, Ending.RETURNED), (True, Ending.TIMED_OUT)])
def test_waiting_for_a_busy_processor_is_not_the_learners_time_and_sleeping_is(
    load: Load, busy_processor: int, *, is_lazy: bool, ending: Ending
) -> None:
    limits = replace(LIMITS, call_seconds=0.8)
    process, _ = load(WORKER)
    pid = process._started.pid  # type: ignore[union-attr]
    os.sched_setaffinity(pid, {busy_processor})
    started = time.monotonic()
    ((outcome,),) = process.run([call(is_lazy)], limits, 4.0)
    wall = time.monotonic() - started
    assert outcome.ending is ending, wall
    assert wall > limits.call_seconds
    assert wall < 100
    assert is_lazy or process.spent_seconds < 0.95 * wall


DAEMON = """
import os, time

def f():
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(writing, str(os.getpid()).encode())
            time.sleep(900)  # longer than a test may take
        os._exit(0)
    return int(os.read(reading, 10))
"""


@linux_only("elsewhere a daemon gets another parent")
def test_a_daemon_that_it_leaves_behind_is_killed(load: Load) -> None:
    process, _ = load(DAEMON)
    ((outcome,),) = process.run([call()], LIMITS, 2.0)
    os.kill(outcome.value, 0)
    process.close()
    with pytest.raises(ProcessLookupError):
        os.kill(outcome.value, 0)


def test_what_a_file_defines_is_told(load: Load) -> None:
    _, loaded = load(
        "import math\nfrom os import path\n\n\ndef g():\n    pass\n\n\nclass H:\n    pass\n\n\ndef _i():\n    pass\n"
    )
    assert loaded == LoadResult(Outcome(ending=Ending.RETURNED), names=("g", "H"))
    _, loaded = load("x = 1\n\n\ndef f():\n    pass\n")
    assert (loaded.is_defined, loaded.is_callable, loaded.line) == (True, True, 4)
    _, loaded = load("class f:\n    x = 1\n    def __init__(self):\n        pass\n")
    assert (loaded.is_callable, loaded.line) == (True, 3)


def test_after_a_crash_the_rest_is_not_made_and_the_next_run_has_a_fresh_process(load: Load) -> None:
    process, _ = load(
        "import os\n\nseen = []\n\n\ndef f(x):\n    seen.append(x)\n    return len(seen) if x else os._exit(4)\n"
    )
    outcomes = process.run([call(1), call(0), call(1)], LIMITS, 2.0)
    assert [each[-1].ending for each in outcomes] == [Ending.RETURNED, Ending.CRASHED]
    assert outcomes[1][0].detail == "exit code 4"
    assert [outcome.value for (outcome,) in process.run([call(1)], LIMITS, 2.0)] == [1]


@pytest.mark.parametrize(
    ("number", "detail"),
    [("SIGKILL", "killed by SIGKILL"), ("SIGRTMIN + 1", f"killed by signal {signal.SIGRTMIN + 1}")],
)
def test_a_process_that_a_signal_ends_says_so(load: Load, number: str, detail: str) -> None:
    process, _ = load(f"import os\nfrom signal import *\n\n\ndef f():\n    os.kill(os.getpid(), {number})\n")
    assert process.run([call()], LIMITS, 2.0) == [(Outcome(ending=Ending.CRASHED, detail=detail),)]


def test_the_time_for_all_calls_is_limited_too(load: Load) -> None:
    process, _ = load("import time\n\n\ndef f():\n    time.sleep(0.05)\n")
    outcomes = process.run([call()] * 50, LIMITS, 0.2)
    assert 1 <= len(outcomes) < 50
    assert outcomes[-1][0]._replace(line=None) == Outcome(
        ending=Ending.TIMED_OUT, detail="the time for the whole exercise"
    )
    ((late,),) = process.run([call()], LIMITS, -1.0)
    assert late._replace(line=None) == Outcome(ending=Ending.TIMED_OUT, detail="the time for the whole exercise")


@pytest.mark.slow
def test_a_load_that_never_ends_is_ended(load: Load, starting: Launcher) -> None:
    limits = Limits(call_seconds=0.2, exercise_seconds=0.4)
    _, loaded = load("while True:\n    pass\n", starting, limits)
    assert loaded.outcome._replace(line=None) == Outcome(ending=Ending.TIMED_OUT, detail="0.4 s")


def test_questions_without_end_are_ended(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "MAX_QUESTIONS", 100)  # 100,000 take ten seconds
    limits = Limits(call_seconds=20.0, exercise_seconds=20.0)
    process, _ = load("def f(spy):\n    while True:\n        spy()\n", limits=limits)
    ((outcome,),) = process.run([call(Spy(name="spy", make=lambda: int))], limits, 20.0)
    assert outcome == Outcome(ending=Ending.TIMED_OUT, detail="100,000 calls of its arguments")


def test_another_memory_limit_or_another_file_needs_another_process(load: Load) -> None:
    process, _ = load("import os\n\n\ndef f():\n    return os.getpid()\n")

    def pid(limits: Limits = LIMITS, file: tuple[str, bytes] | None = None) -> Any:
        process.load("f", ["f"], limits, 2.0, file)
        ((outcome,),) = process.run([call()], limits, 2.0)
        return outcome.value

    first = pid()
    assert pid() == first
    assert pid(file=("f.py", b"import os\n\n\ndef f():\n    return os.getpid()\n")) == first
    assert pid(Limits(call_seconds=0.3, memory_mib=128)) != first
    assert pid(file=("g.py", b"def f():\n    return 'another'\n")) == "another"


FORGED_LOADS = {
    "no kind": '{"op": "loaded"}',
    "an unhashable kind": '{"op": "loaded", "did": {}}',
    "names that are no list": '{"op": "loaded", "did": "returned", "names": 3}',
    "names that are no text": '{"op": "loaded", "did": "returned", "names": [[[]]]}',
    "a raised nothing": '{"op": "loaded", "did": "raised"}',
    "no object": "[]",
    "printed nothing": '{"op": "printed", "text": 3}',
}


@pytest.mark.parametrize("frame", list(FORGED_LOADS.values()), ids=list(FORGED_LOADS))
def test_forged_answers_to_loading_are_one_clear_crash(load: Load, frame: str) -> None:
    source = f"import os, struct\ntext = {frame.encode()!r}\nfor fd in range(3, 64):\n    try:\n        os.write(fd, struct.pack('>II', len(text), 0) + text)\n    except OSError:\n        pass\n"
    _, loaded = load(source)
    assert loaded.outcome == Outcome(ending=Ending.CRASHED, detail="what it sent back cannot be read")


def given_file(body: str) -> dict[str, tuple[str, bytes]]:
    """Return a learner's file that imports the reference `softmax` of an earlier exercise."""
    return {"f": ("f.py", f"from softmax_stable import softmax\n\n\ndef f(x):\n    {body}\n".encode())}


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("return softmax(x)", [0.25, 0.75]),
        ("return softmax(logits=x)", [0.25, 0.75]),
        ("import softmax_stable\n    return hasattr(softmax_stable, 'temperature')", False),
    ],
)
def test_a_file_may_import_a_function_that_the_trusted_process_answers_for(
    processes: Launcher, body: str, value: Any
) -> None:
    with LearnerProcess(processes, given_file(body)) as process:
        given = {"softmax_stable.softmax": lambda logits: [0.25, 0.75]}
        assert process.load("f", ["f"], LIMITS, 2.0, lent=given).is_callable
        ((outcome,),) = process.run([Call(steps=(Step(name="f", args=[1.0]),))], LIMITS, 2.0)
    assert outcome.value == value


@pytest.mark.parametrize("args", [(1.0,), (Spy(name="model", make=lambda: len),)], ids=["as a table", "one by one"])
def test_a_given_function_as_an_argument_is_a_type_error_with_its_line(processes: Launcher, args: Any) -> None:
    def softmax(logits: Any, floor: float) -> Any:
        return [max(logit, floor) for logit in logits]

    with LearnerProcess(processes, given_file("y = [x]\n    return softmax([1.0], softmax)")) as process:
        process.load("f", ["f"], LIMITS, 2.0, lent={"softmax_stable.softmax": softmax})
        ((outcome,),) = process.run([call(*args)], LIMITS, 2.0)
    assert outcome.raised is not None
    assert (outcome.raised.type_name, outcome.raised.line) == ("TypeError", 6)
    assert outcome.raised.message == "softmax() got a function as argument 2, not data"


def test_a_given_function_may_refuse_an_array(processes: Launcher) -> None:
    def softmax(logits: Any) -> Any:
        raise ValueError("logits must be finite")

    with LearnerProcess(processes, given_file("import numpy\n    return softmax(numpy.array([x, x]))")) as process:
        process.load("f", ["f"], LIMITS, 2.0, lent={"softmax_stable.softmax": softmax})
        ((outcome,),) = process.run([call(1.0)], LIMITS, 2.0)
    assert outcome.raised is not None
    assert (outcome.raised.type_name, outcome.raised.message) == ("ValueError", "logits must be finite")


def test_a_given_function_gets_of_a_spy_what_the_spy_offers(processes: Launcher) -> None:
    with LearnerProcess(processes, given_file("return softmax(x)")) as process:
        process.load("f", ["f"], LIMITS, 2.0, lent={"softmax_stable.softmax": lambda model: model.__globals__})
        spy = Spy(name="model", make=lambda: lambda ids: ids)
        ((outcome,),) = process.run([Call(steps=(Step(name="f", args=[spy]),))], LIMITS, 2.0)
    assert outcome.raised is not None
    assert "__globals__" in outcome.raised.message
