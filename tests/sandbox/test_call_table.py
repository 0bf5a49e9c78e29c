"""A table of calls is told in few messages and comes to exactly what the same calls come to one by one."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from grader.child.codec import WireError
from grader.child.execute_table import Arrays
from grader.core.call import Call, Ending, Outcome, Outcomes, Seed, Spy, Step
from grader.course.exercise import Limits
from grader.sandbox import call_table
from grader.sandbox.call_table import CALLS_PER_MESSAGE, EncodedCalls, Replies, is_plain
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

LIMITS = Limits(call_seconds=0.3, exercise_seconds=5.0, memory_mib=256, output_characters=2000)
Open = Callable[[str], LearnerProcess]


@pytest.fixture
def opened(processes: Launcher) -> Iterator[Open]:
    """Return a function that loads a learner's file and returns its process."""
    made: list[LearnerProcess] = []

    def load(source: str) -> LearnerProcess:
        process = LearnerProcess(processes, {"f": ("f.py", source.encode())})
        made.append(process)
        assert process.load("f", ["f"], LIMITS, 5.0).is_callable
        return process

    yield load
    for process in made:
        process.close()


def calls_of(*rows: Sequence[Any], **kwargs: Any) -> list[Call]:
    """Return a call for each row of arguments."""
    return [Call(steps=(Step(name="f", args=row, kwargs=kwargs),)) for row in rows]


VECTORS = [(np.array(each, float), number) for number, each in enumerate(([], [1], [3, 1, 2], [-0.0, np.nan, np.inf]))]
FUNCTIONS = {
    "a vector": "return x * 2",
    "a matrix": "return np.outer(x, x)",
    "a view": "return np.arange(2.0 * len(x))[::2]",
    "float32": "return np.float32(x)",
    "whole numbers": "return np.arange(len(x))",
    "a scalar": "return x.sum()",
    "a number": "return float(x.sum())",
    "a list": "return x.tolist()",
    "a list of scalars": "return list(x)",
    "mixed": "return [1, 2.5, True, None, 'é', (1, 2), {'a': x}, {3, 1, 2}, b'x', 1 << 5000]",
    "a set": "return {int(i) for i in range(n)}",
    "the same list, grown": "kept.append(n)\n    return kept",
    "something else": "return object()",
    "it raises": "raise ValueError(f'no {n}')",
    "sometimes": "if n == 2: raise KeyError(n)\n    return x",
    "it changes its argument": "x += 1\n    return x",
    "it changes its argument once": "if n == 2: x[0] = 9\n    return x.sum()",
    "it changes the shape": "x.shape = (1, len(x))\n    return 1",
    "it changes the type": "x.dtype = np.int64\n    return 1",
    "big-endian": "return x.astype('>f8')",
    "it exits": "raise SystemExit(3)",
    "a deep one": "d = []\n    for _ in range(50): d = [d]\n    return d",
    "a large one": "return np.zeros(3_000_000)",
    "a large list": "return [0.5] * 400_000 if n == 1 else n",
    "memory": "if n == 2: raise MemoryError\n    return n",
    "a lying list": "class L(list):\n        __class__ = int\n    return L([n])",
}


@pytest.mark.parametrize("body", FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_table_comes_to_what_its_calls_come_to_one_by_one(opened: Open, body: str) -> None:
    source = f"import numpy as np\nkept = []\n\n\ndef f(x, n):\n    {body}\n"
    calls = calls_of(*VECTORS)
    assert len(EncodedCalls(calls).tables) == 1
    in_table = opened(source).run(calls, LIMITS, 5.0)
    apart = opened(source)
    assert same(in_table, [outcome for call in calls for outcome in apart.run([call], LIMITS, 5.0)])


def same(mine: list[Outcomes], theirs: list[Outcomes]) -> bool:
    """Say whether outcomes are the same to the last bit, types included."""
    return repr([list(map(exactly, each)) for each in mine]) == repr([list(map(exactly, each)) for each in theirs])


def exactly(outcome: Outcome) -> Outcome:
    """Write arrays as what tells them apart."""
    value = outcome.value
    shown = (value.dtype.str, value.shape, value.tobytes()) if isinstance(value, np.ndarray) else value
    return outcome._replace(value=shown)


ARGUMENTS = {
    "nothing": [(), ()],
    "numbers": [(1, 2.5), (True, None)],
    "text": [("é\ud800", "\0"), ("", "x")],
    "containers": [([1, [2.0]], {"a": (1,)}), ([], {1: {2}})],
    "arrays of other kinds": [(np.arange(3), np.float32([1])), (np.array([True]), np.zeros((2, 0)))],
    "matrices": [(np.eye(2), np.zeros((0, 3))), (np.ones((1, 2, 3)), np.array(5.0))],
    "a generator": [(Seed(number=1), 0), (Seed(number=2), 0)],
}


@pytest.mark.parametrize("rows", ARGUMENTS.values(), ids=ARGUMENTS)
def test_arguments_arrive_as_they_are(opened: Open, rows: list[tuple[Any, ...]]) -> None:
    source = "def f(*args):\n    return [a.random() if hasattr(a, 'random') else a for a in args]\n"
    process = opened(source)
    calls = calls_of(*rows)
    one_by_one = [outcome for call in calls for outcome in process.run([call], LIMITS, 5.0)]
    assert same(process.run(calls, LIMITS, 5.0), one_by_one)
    assert all(outcome.ending is Ending.RETURNED for (outcome,) in one_by_one)


# --- what ends it -----------------------------------------------------------------------------

ENDINGS = {
    "at the first": (0, "os._exit(7)", Ending.CRASHED, "exit code 7"),
    "in the middle": (40, "os._exit(7)", Ending.CRASHED, "exit code 7"),
    "at the last": (99, "os.kill(os.getpid(), 9)", Ending.CRASHED, "killed by SIGKILL"),
    "hanging at the first": (0, "signal.pause()", Ending.TIMED_OUT, "0.3 s"),
    "hanging in the middle": (40, "signal.pause()", Ending.TIMED_OUT, "0.3 s"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("index", "end", "happened", "detail"), ENDINGS.values(), ids=ENDINGS)
def test_the_call_that_ends_a_process_is_the_one_that_is_told(
    opened: Open, index: int, end: str, happened: Ending, detail: str
) -> None:
    process = opened(
        f"import os, signal\n\n\ndef f(n):\n    print(n, end=' ')\n    if n == {index}: {end}\n    return n\n"
    )
    outcomes = process.run(calls_of(*((n,) for n in range(100))), LIMITS, 5.0)
    assert [outcome.value for (outcome,) in outcomes[:-1]] == list(range(index))
    line = 6 if happened is Ending.TIMED_OUT else None
    assert outcomes[-1] == (Outcome(ending=happened, detail=detail, line=line),)
    assert process.take_printed().split() == [str(n) for n in range(index + 1)]


@pytest.mark.parametrize("end", ["os._exit(7)", "signal.pause()"])
def test_what_ends_a_process_in_a_later_table_is_told_there(opened: Open, end: str) -> None:
    process = opened(f"import os, signal\n\n\ndef f(n):\n    print(n, end=' ')\n    if n == 25: {end}\n    return n\n")
    tables = [EncodedCalls(calls_of(*((n,) for n in range(start, start + 10)))) for start in (0, 10, 20, 30)]
    told = []
    for number, table in enumerate(tables):
        answers = process.answers(table, LIMITS, 5.0)
        told.append([outcome.value for (outcome,) in answers.outcomes if outcome.ending is Ending.RETURNED])
        printed = process.take_printed().split()
        assert printed == [str(n) for n in range(10 * number, 26 if number == 2 else 10 * number + 10)]
    assert told == [list(range(10)), list(range(10, 20)), list(range(20, 25)), list(range(30, 40))]


@pytest.mark.slow
def test_what_is_lost_in_finding_the_call_is_not_on_the_learner_s_time(opened: Open) -> None:
    process = opened("def f(n):\n    while n == 3: pass\n    return n\n")
    began = time.monotonic()
    answers = process.answers(EncodedCalls(calls_of(*((n,) for n in range(5)))), LIMITS, 5.0)
    assert len(answers.outcomes) == 4
    assert answers.key is None
    assert 0 < process.spent_seconds <= time.monotonic() - began - LIMITS.call_seconds


def test_a_flood_of_results_is_refused_for_the_calls_together(opened: Open) -> None:
    process = opened("import numpy as np\n\n\ndef f(n):\n    return np.zeros(1_500_000)\n")
    outcomes = process.run(calls_of(*((n,) for n in range(10))), LIMITS, 5.0)
    assert outcomes[-1] == (Outcome(ending=Ending.TOO_LARGE, detail="too much in all calls together"),)
    assert 1 < len(outcomes) < 10


def test_more_calls_than_fit_a_message_are_told_in_order(opened: Open) -> None:
    count = 2 * CALLS_PER_MESSAGE + 1
    ready = EncodedCalls(calls_of(*((n,) for n in range(count))))
    assert [len(table.calls) for table in ready.tables] == [CALLS_PER_MESSAGE, CALLS_PER_MESSAGE, 1]
    answers = opened("def f(n):\n    return n\n").answers(ready, LIMITS, 5.0)
    assert [outcome.value for (outcome,) in answers.outcomes] == list(range(count))


ODD = {
    "of something kept": {"of": "x"},
    "kept": {"keep": "x"},
    "read": {"is_read": True},
    "it may raise": {"may_raise": True},
    "overwritten": {"overwrites": True},
    "another function": {"name": "g"},
    "another number of arguments": {"args": (1, 2)},
    "a name": {"kwargs": {"y": 1}},
    "a spy": {"args": (Spy(name="s", make=list),)},
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_call_that_is_not_plain_makes_no_table(odd: dict[str, Any]) -> None:
    plain = Step(name="f", args=(1,))
    assert is_plain([Call((plain,))] * 2)
    for steps in (
        [(plain,), (plain._replace(**odd),)],
        [(plain._replace(**odd),), (plain,)],
        [(plain,), (plain, plain)],
    ):
        assert not is_plain([Call(each) for each in steps])
        assert EncodedCalls([Call(each) for each in steps]).tables == []
    assert not is_plain([Call((plain,)), Call((plain,), drain=1)])
    if not {"name", "args", "kwargs"} & set(odd) or "spy" in str(odd):
        assert not is_plain([Call((plain._replace(**odd),))] * 2)


ARRAYS = Arrays([[2], [2, 1], [0]], 8, np.arange(5.0).tobytes())


@pytest.mark.parametrize(
    ("index", "value", "is_same"),
    [
        (0, np.array([1.0, 2.0]), True),
        (1, np.array([[3.0], [4.0]]), True),
        (2, np.array([]), True),
        (0, np.array([1.0, 3.0]), False),
        (0, np.array([[1.0, 2.0]]), False),
        (0, np.array([1.0, 2.0]).view(np.int64), False),
        (0, np.array([1.0, 2.0]).astype(">f8"), False),
        (0, [1.0, 2.0], False),
        (0, np.array([1.0, 2.0]).view(np.recarray), False),
        (1, np.array([3.0, 4.0]), False),
    ],
)
def test_an_argument_is_unchanged_if_its_type_shape_and_bytes_are(index: int, value: Any, *, is_same: bool) -> None:
    assert ARRAYS.is_same(index, value) is is_same
    assert ARRAYS.values()[1].tolist() == [[3.0], [4.0]]


def test_replies_of_a_table_share_one_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_table, "MAX_REPLIES_BYTES", 1000)
    text = json.dumps([["x" * 276]]).encode()  # 300 with what a value counts for
    replies = Replies({})
    for tables in (1, 2, 3, 4):  # each has a room of its own
        replies.begin()
        replies.add({"count": 1, "text": len(text)}, text, 1)
        assert len(list(replies.outcomes())) == tables
    together = Replies({})
    together.begin()
    for _ in range(3):
        together._room = 10**6
        together.add({"count": 1, "text": len(text)}, text, 1)
    list(together.outcomes())
    together._room = 10**6
    together.add({"count": 1, "text": len(text)}, text, 1)
    with pytest.raises(WireError, match=r"^values that take more room than allowed$"):
        list(together.outcomes())
    raw = Replies({})
    raw.begin()
    raw.add({"count": 1, "text": 0}, bytes(500), 2)
    with pytest.raises(WireError, match=r"^values that take more room than allowed$"):
        raw.add({"count": 1, "text": 0}, b"x", 2)


def test_a_result_that_no_message_holds_is_too_large_and_ends_nothing(processes: Launcher) -> None:
    source = b"def f(spy, n):\n    return '\\0' * (2_000_000 if n == 1 else 1)\n"
    limits = Limits(call_seconds=20.0, exercise_seconds=20.0)
    with LearnerProcess(processes, {"f": ("f.py", source)}) as process:
        process.load("f", ["f"], limits, 20.0)
        outcomes = process.run(calls_of(*((Spy(name="s", make=list), n) for n in range(3))), limits, 20.0)
        in_table = process.run(calls_of(*((None, n) for n in range(3))), limits, 20.0)
    for each in (outcomes, in_table[:2]):
        assert each[0][0].value == "\0"
        assert each[1] == (Outcome(ending=Ending.TOO_LARGE, detail="a value that takes more room than allowed"),)


# --- what stands for answers ------------------------------------------------------------------


def key_of(opened: Open, body: str) -> bytes:
    """Return what stands for the answers of a function."""
    process = opened(f"import numpy as np\n\n\ndef f(x, n):\n    {body}\n")
    key = process.answers(EncodedCalls(calls_of(*VECTORS)), LIMITS, 5.0).key
    assert key is not None
    return key


def test_equal_answers_have_one_key_and_others_another(opened: Open) -> None:
    bodies = ["return x * 2", "return x + x", "return 2 * x.copy()", "return np.float32(x * 2)", "return list(x * 2)"]
    keys = [key_of(opened, body) for body in bodies]
    assert keys[0] == keys[1] == keys[2]
    assert len(set(keys)) == 3
    assert key_of(opened, "return x * 2 + (n == 2) * 1e-15") != keys[0]
    assert key_of(opened, "return x * 2 + (n == 3) * 0.0") != keys[0]  # -0.0 has become 0.0


@pytest.mark.parametrize(
    "header",
    [
        {},
        {"count": 0, "text": 2},
        {"count": 3, "text": 2},
        {"count": -1, "text": 2},
        {"count": True, "text": 2},
        {"count": 1, "text": -1},
        {"count": 1, "text": 1 << 40},
        {"count": "1", "text": 2},
    ],
)
def test_a_message_that_tells_of_no_call_is_refused(header: dict[str, Any]) -> None:
    telling = Replies({})
    telling.begin()
    with pytest.raises(WireError):
        telling.add(header, b"[]", 2)


@pytest.mark.parametrize(
    "text",
    [b"", b"{}", b"[]", b"[[1],[1]]", b"[1]", b'["x"]', b"[[]]", b"[[1,2,3]]", b'[[{"a":1}]]', b"[[5,0]]", b"[[-1,0]]",
     b'[[1,"0"]]', b'[{"did":"won"}]', b"[null]", b"\xff", b'[[{"h":[0,"x",[],[]]}]]', b'[[{"r":1}]]'],
)  # fmt: skip
def test_calls_in_a_form_that_they_do_not_have_are_refused(text: bytes) -> None:
    telling = Replies({})
    telling.begin()
    telling.add({"count": 1, "text": len(text)}, text, 1)
    with pytest.raises(WireError):
        list(telling.outcomes())
