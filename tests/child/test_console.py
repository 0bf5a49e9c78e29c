"""A prompt in a learner's process: what is bound, what is run, and what is said of exceptions."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from grader.core.call import Call, Seed, Spy, Step
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess
from grader.sandbox.protocol import Batch

SOURCE = """
import math
LIMIT = 7
def f(x, k=1):
    if k > 8:
        raise ValueError(f"no {k}")
    return x * k
def g(n):
    for i in range(n):
        yield i
class Box:
    def __init__(self, limit):
        self.limit = limit
    def put(self, x):
        if x > self.limit:
            raise IndexError("full")
        return x
"""
F = Call((Step("f", (np.array([1.0, 2.0]),), {"k": 3}),))
Typed = Callable[..., str]


def typed(
    processes: Launcher, lines: Sequence[str | None], call: Call = F, source: str | Sequence[str] = SOURCE, **more: Any
) -> str:
    """Type lines at a prompt, None for Ctrl-C; return what it says. Of several sources, each is read once."""
    left, said = list(lines), []
    sources = [source] if isinstance(source, str) else list(source)
    wanted = {"module": "f", "parameters": ["values"], "texts": [], "is_debugged": False, "debugged_step": 0} | more
    with LearnerProcess(processes, {}) as process:
        channel, _ = process.open_channel(256)
        until = time.monotonic() + 300
        channel.send({"op": "console", **wanted}, deadline=until)
        batch = Batch([call])
        while True:
            header, blob = channel.receive(until)
            reply: tuple[Any, bytes] | None = None
            match header["op"]:
                case "printed":
                    said.append(header["text"])
                case "bind":
                    batch = Batch([call])
                    reply = bound(batch, sources if header["files"] else [])
                case "ask":
                    reply = batch.answer(header, blob)
                case "read":
                    reply = line_of(left.pop(0) if left else "end", header["prompt"], said)
                case "completions":
                    said.append(f"{header['found']}\n")
                    reply = {"line": ""}, b""
                case _:
                    assert header == {"op": "done"}
                    return "".join(said)
            if reply:
                channel.send(*reply, deadline=until)


def bound(batch: Batch, sources: list[str]) -> tuple[Any, bytes]:
    """Return the call, and the next of the sources if there is any."""
    text = (sources.pop(0) if len(sources) > 1 else "".join(sources)).encode()
    files = [["f", "unit/f.py", len(batch.blob), len(text)]] if text else []
    return {"call": batch.calls[0], "files": files, "lent": {}}, batch.blob + text


def line_of(line: str | None, prompt: str, said: list[str]) -> tuple[Any, bytes]:
    """Return what is answered to a request for a line."""
    if line is None:
        return {"is_interrupted": True}, b""
    if line.startswith("complete "):
        return {"complete": line.removeprefix("complete ")}, b""
    if line == "end":
        return {"line": None}, b""
    said.append(f"{prompt}{line}\n")
    return {"line": line}, b""


SAID: dict[str, tuple[list[str | None], str]] = {
    "a value": (["1 + 1"], ">>> 1 + 1\n2\n"),
    "nothing": (["x = 1"], ">>> x = 1\n"),
    "several lines": (["for i in range(2):", "    print(i)", ""], ">>> for i in range(2):\n...     print(i)\n... \n0\n1\n"),
    "what the file defines": (["LIMIT, Box.__name__, math.pi > 3"], ">>> LIMIT, Box.__name__, math.pi > 3\n(7, 'Box', True)\n"),
    "the arguments by the learner's names": (["x, k"], ">>> x, k\n(array([1., 2.]), 3)\n"),
    "and by those of the task": (["values is x"], ">>> values is x\nTrue\n"),
    "the call": (["call()"], ">>> call()\narray([3., 6.])\n"),
    "the call with fresh arguments": (
        ["x[0] = 9", "f(x)", "call()", "x"],
        ">>> x[0] = 9\n>>> f(x)\narray([9., 2.])\n>>> call()\narray([3., 6.])\n>>> x\narray([1., 2.])\n",
    ),
    "an interrupt": ([None, "3"], "\nKeyboardInterrupt\n>>> 3\n3\n"),
    "an exit": (["exit()", "3"], ">>> exit()\n"),
    "another way out": (["quit(3)", "3"], ">>> quit(3)\n"),
    "input": (["input('name: ')", "Ada"], ">>> input('name: ')\nname: Ada\n'Ada'\n"),
    "names": (["complete LIM"], "['LIMIT']\n"),
    "names of an attribute": (["complete math.isc"], "['math.isclose(']\n"),
    "names of what raises": (["complete nowhere.x"], "[]\n"),
    "the name of the module": (["__name__"], ">>> __name__\n'__console__'\n"),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "said"), list(SAID.values()), ids=list(SAID))
def test_what_is_typed_is_run_and_answered(processes: Launcher, lines: list[str | None], said: str) -> None:
    assert typed(processes, lines) == said


def test_of_an_exception_the_learners_part_of_the_traceback_is_shown(processes: Launcher) -> None:
    said = typed(processes, ["f(1, 9)", "2"])
    assert said.startswith('>>> f(1, 9)\nTraceback (most recent call last):\n  File "<prompt>", line 1, in <module>\n')
    assert said.endswith(
        '  File "unit/f.py", line 6, in f\n    raise ValueError(f"no {k}")\nValueError: no 9\n>>> 2\n2\n'
    )
    assert said.count("File ") == 2
    said = typed(processes, ["1 / 0"])
    assert (said.count("File "), said.endswith("ZeroDivisionError: division by zero\n")) == (1, True)
    assert typed(processes, [")", "2"]).endswith("SyntaxError: unmatched ')'\n>>> 2\n2\n")


def test_again_reads_the_file_anew_and_call_does_not(processes: Launcher) -> None:
    other = SOURCE.replace("x * k", "x + k")
    said = typed(processes, ["call()", "again()", "call()"], source=[SOURCE, other])
    assert said == ">>> call()\narray([3., 6.])\n>>> again()\narray([4., 5.])\n>>> call()\narray([4., 5.])\n"


def test_a_file_that_is_gone_or_fails_is_told(processes: Launcher) -> None:
    assert typed(processes, ["1"], source="") == "FileNotFoundError: your file f.py is not there any more\n"
    assert typed(processes, ["1"], source="x = (\n").endswith("SyntaxError: '(' was never closed\n")


def test_a_model_is_bound_under_its_own_name_and_asked(processes: Launcher) -> None:
    call = Call((Step("f", (Spy(name="model", make=lambda: len), Seed(number=3))),))
    said = typed(processes, ["model([1, 2])", "values([])", "round(k.random(), 3)"], call)
    number = round(float(np.random.default_rng(3).random()), 3)
    assert said == f">>> model([1, 2])\n2\n>>> values([])\n0\n>>> round(k.random(), 3)\n{number}\n"


def test_items_of_a_generator_are_listed_as_far_as_the_check_takes_them(processes: Launcher) -> None:
    assert typed(processes, ["call()"], Call((Step("g", (9,)),), drain=4)) == ">>> call()\n[0, 1, 2, 3]\n"
    assert "<generator object g at " in typed(processes, ["call()"], Call((Step("g", (9,)),)))


STEPS = Call(
    (
        Step("Box", (2,), keep="box"),
        Step("put", (1,), of="box"),
        Step("put", (3,), of="box", may_raise=True),
        Step("limit", of="box", is_read=True),
    )
)


def test_the_steps_of_a_script_are_told_one_by_one_and_what_they_keep_is_bound(processes: Launcher) -> None:
    said = typed(
        processes, ["call()", "box.limit"], STEPS, texts=["box = Box(2)", "box.put(1)", "box.put(3)", "box.limit"]
    )
    wanted = "# box = Box(2)\n# box.put(1)\n1\n# box.put(3)\nIndexError: full\n# box.limit\n2\n"
    assert said == f">>> call()\n{wanted}>>> box.limit\n2\n"


def test_a_step_that_may_not_raise_ends_the_script(processes: Launcher) -> None:
    steps = Call((Step("Box", (2,), keep="box"), Step("put", (3,), of="box"), Step("limit", of="box", is_read=True)))
    said = typed(processes, ["call()"], steps, texts=["a", "b", "c"])
    assert said.startswith(">>> call()\n# a\n# b\nTraceback")
    assert said.endswith("IndexError: full\n")


def test_a_step_that_raises_has_no_value(processes: Launcher) -> None:
    steps = Call((*STEPS.steps[:2], STEPS.steps[2]._replace(keep="last")))
    said = typed(processes, ["call()", "last"], steps, texts=["a", "b", "c"])
    assert said.startswith(">>> call()\n# a\n# b\n1\n# c\nIndexError: full\n>>> last\n")
    assert said.endswith("NameError: name 'last' is not defined\n")
    missing = Call((STEPS.steps[0], Step("take", of="box", may_raise=True), STEPS.steps[3]))
    said = typed(processes, ["call()"], missing, texts=["a", "b", "c"])
    assert said == ">>> call()\n# a\n# b\nAttributeError: 'Box' object has no attribute 'take'\n# c\n2\n"


def test_arrays_are_overwritten_as_the_check_does(processes: Launcher) -> None:
    store = "kept = []\n\n\ndef f(x):\n    kept.append(x)\n"
    steps = Call((Step("f", (np.ones(1),), overwrites=True),))
    assert typed(processes, ["call()", "kept"], steps, store) == ">>> call()\n>>> kept\n[array([nan])]\n"


def test_the_debugger_stops_in_the_first_line_of_the_function(processes: Launcher) -> None:
    said = typed(processes, ["debug()", "p k", "n", "c"])
    assert said.startswith(">>> debug()\n> unit/f.py(5)f()\n-> if k > 8:\n(Pdb) p k\n3\n(Pdb) n\n> unit/f.py(7)f()\n")
    assert said.endswith("(Pdb) c\narray([3., 6.])\n")
    assert typed(processes, ["debug()", "q", "LIMIT"]).endswith("(Pdb) q\n>>> LIMIT\n7\n")


def test_the_debugger_alone_tells_what_was_returned(processes: Launcher) -> None:
    said = typed(processes, ["c"], is_debugged=True)
    assert said.endswith("(Pdb) c\nIt returned array([3., 6.]).\n")
    assert "It returned" not in typed(processes, ["q"], is_debugged=True)


def test_the_debugger_stops_in_the_step_that_is_wanted(processes: Launcher) -> None:
    said = typed(processes, ["p x", "c"], STEPS, texts=["a", "b", "c", "d"], is_debugged=True, debugged_step=2)
    assert "# c\n> unit/f.py(15)put()\n-> if x > self.limit:\n(Pdb) p x\n3\n(Pdb) c\n" in said
    assert said.endswith("# d\nIt returned 2.\n")
    said = typed(processes, ["q"], STEPS, texts=["a", "b", "c", "d"], is_debugged=True, debugged_step=2)
    assert said.endswith("(Pdb) q\n")  # though the step may raise


def test_a_breakpoint_in_the_file_stops_there(processes: Launcher) -> None:
    source = "def f(x, k):\n    y = k + 1\n    breakpoint()\n    return y\n"
    said = typed(processes, ["call()", "p y", "c"], source=source)
    assert said.startswith(">>> call()\n> unit/f.py(")
    assert said.endswith("(Pdb) p y\n4\n(Pdb) c\n4\n")


def test_endless_output_of_a_statement_ends_and_the_next_one_prints_again(processes: Launcher) -> None:
    said = typed(processes, ["while True: print('x' * 1000)", "", "1"])
    assert said.endswith("OutputLimitError: more than 200000 characters printed\n>>> 1\n1\n")
    assert 200_000 < len(said) < 202_000
