"""A course's generator with a learner's functions in it: what is replaced, what is sent, and how a failure is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.child.codec import Decoder
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

COURSE = {
    "small/gen.py": """
import numpy as np
from .part import part, beside, Kind, other_part
from .other import other

def run(request, emit, begin, models):
    for step in range(request["steps"]):
        value = part(step)
        emit({"value": value, "kind": type(value).__name__, "beside": beside(), "other": other(step)})
        begin(step + 1, b"t%d" % step)
    emit({"models": models, "other_part": repr(other_part(3)), "class": Kind.__name__})
""",
    "small/part.py": "def part(n):\n    return -n\n\n\ndef other_part(n):\n    return n\n\n\nclass Kind:\n    pass\n\n\ndef beside():\n    return 'the course'\n",
    "small/other.py": "def other(n):\n    return 10 * n\n",
}
PART: dict[str, Any] = {"id": "small/part", "functions": ["part"], "arrays": 0}
OTHER = {"id": "small/other", "functions": ["other"]}
RIGHT = (
    "from other import other\n\n\ndef part(n):\n    return [n, other(n)]\n\n\ndef beside():\n    return 'the learner'\n"
)


def ran(
    processes: Launcher, folder: Path, source: str | bytes, more: dict[str, str] | None = None, **header: Any
) -> list[Any]:
    """Run the generator with a learner's `part`; return the messages, events and tokens decoded."""
    for name, text in {**COURSE, **(more or {})}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    data = source if isinstance(source, bytes) else source.encode()
    request = {
        "op": "generate", "folder": str(folder), "generator": "small.gen", "solved": [PART], "lent": [OTHER], "paths": [],
        "models": None, "request": {"d": [["steps", 2]]}, "seconds": 20.0,
    }  # fmt: skip
    found: list[Any] = []
    with LearnerProcess(processes, {"part": ("small/part.py", data)}) as process:
        for message, blob in process.messages(request | header, b"", 256, 30.0):
            decode = Decoder(blob).decode
            decoded = {"events": [decode(each) for each in message["events"]]} if "events" in message else {}
            if "token" in message:
                decoded["token"] = decode(message["token"])
            found.append(message | decoded)
            if message["op"] in ("done", "failed"):
                return found
    raise AssertionError("it ended without a word")


def event(value: Any, number: int, kind: str = "list") -> dict[str, Any]:
    """Return the event of a step."""
    return {"value": value, "kind": kind, "beside": "the course", "other": 10 * number}


LAST = {"models": None, "other_part": "3", "class": "Kind"}


def test_the_learners_function_stands_in_the_course_and_may_use_what_is_lent(
    processes: Launcher, tmp_path: Path
) -> None:
    assert ran(processes, tmp_path, RIGHT) == [
        {"op": "step", "number": 0, "token": b"", "events": []},
        {"op": "step", "number": 1, "token": b"t0", "events": [event([0, 0], 0)]},
        {"op": "step", "number": 2, "token": b"t1", "events": [event([1, 10], 1)]},
        {"op": "events", "token": b"", "events": [LAST]},
        {"op": "done", "used": ["part"]},
    ]


@pytest.mark.parametrize(("arrays", "kind"), [(0, "list"), (1, "ndarray"), (2, "tuple")])
def test_a_result_becomes_an_array_where_the_task_says_so(
    processes: Launcher, tmp_path: Path, arrays: int, kind: str
) -> None:
    source = RIGHT + "\n\ndef other_part(n):\n    return [n]\n"
    part = PART | {"arrays": arrays, "functions": ["part", "other_part"]}
    messages = ran(processes, tmp_path, source, solved=[part])
    assert messages[1]["events"][0]["kind"] == kind
    assert messages[3]["events"][0]["other_part"] == "[3]"


def test_a_class_of_the_learners_stays_itself_and_an_adapter_fits_a_function(
    processes: Launcher, tmp_path: Path
) -> None:
    source = RIGHT + "\n\nclass Kind:\n    pass\n\n\nKind.__name__ = 'Own'\n"
    adapters = {"adapters.py": "ADAPTERS = {'small/part': {'part': lambda f: lambda n: ['adapted', f(n)]}}\n"}
    part = PART | {"functions": ["part", "Kind"]}
    messages = ran(processes, tmp_path, source, adapters, solved=[part])
    assert messages[1]["events"][0]["value"] == ["adapted", [0, 0]]
    assert messages[3]["events"][0]["class"] == "Own"


def test_what_is_printed_is_sent_up_to_a_bound(processes: Launcher, tmp_path: Path) -> None:
    source = "print('a' * 3999)\n\n\ndef part(n):\n    print('bc')\n    return [n]\n"
    printed = [each["text"] for each in ran(processes, tmp_path, source) if each["op"] == "printed"]
    assert "".join(printed) == "a" * 3999 + "\n"
    endless = "def part(n):\n    while True:\n        print('a' * 100_000)\n"
    failed = ran(processes, tmp_path, endless)[-1]
    assert (failed["type"], failed["message"], failed["line"]) == (
        "child.OutputLimitError",
        "more than 5000000 characters printed",
        3,
    )


FAILED: dict[str, tuple[str | bytes, dict[str, Any]]] = {
    "an exception": (
        "def g(n):\n    raise KeyError(n)\n\n\ndef part(n):\n    g(n)\n",
        {"type": "KeyError", "message": "0", "file": "small/part.py", "line": 2, "function": "g", "course": "gen.run"},
    ),
    "when loaded": (
        "x = 1\n1 / 0\n",
        {"type": "ZeroDivisionError", "message": "division by zero", "file": "small/part.py", "line": 2, "function": "<module>"},
    ),
    "an exit": (
        "def part(n):\n    raise SystemExit(3)\n",
        {"type": "SystemExit", "message": "3", "file": "small/part.py", "line": 2, "function": "part", "course": "gen.run"},
    ),
    "no function": ("x = 1\n", {"type": "ImportError", "message": "it defines no part", "file": "small/part.py"}),
    "no Python": ("x = 1\nif x\n", {"type": "SyntaxError", "message": "expected ':'", "file": "small/part.py", "line": 2}),
    "indentation": ("def f():\nx = 1\n", {"type": "IndentationError", "file": "small/part.py", "line": 2}),
    "a null byte": (
        b"x = 1\0",
        {"type": "SyntaxError", "message": "the file holds a null byte; save it as plain text in UTF-8", "file": "small/part.py"},
    ),
    "what the course cannot use": (
        "def part(n):\n    return object()\n",
        {"type": "TypeError", "course": "gen.run", "returned": "part.part"},
    ),
}  # fmt: skip
NOTHING = {
    "op": "failed",
    "seconds": None,
    "file": None,
    "line": None,
    "function": None,
    "course": "gen.<module>",
    "returned": "",
}


@pytest.mark.parametrize(("source", "told"), list(FAILED.values()), ids=list(FAILED))
def test_a_failure_is_told_with_its_place_in_the_learners_file_and_in_the_course(
    processes: Launcher, tmp_path: Path, source: str | bytes, told: dict[str, Any]
) -> None:
    adds = {"small/gen.py": COURSE["small/gen.py"].replace("value = part(step)", "value = part(step); len([]) + value")}
    failed = ran(processes, tmp_path, source, adds if "object" in str(source) else None)[-1]
    for key, value in (NOTHING | told).items():
        assert (key, failed[key]) == (key, value)


@pytest.mark.slow
def test_a_step_that_takes_too_long_is_ended_and_its_time_told(processes: Launcher, tmp_path: Path) -> None:
    source = "from time import sleep\ndef part(n):\n    while n:\n        try:\n            sleep(0.01)\n        except Exception:\n            pass\n    return [n]\n"
    *_, step, events, failed = ran(processes, tmp_path, source, seconds=2.0)  # the first step has imports before it
    assert (step["number"], events["events"]) == (1, [])
    assert (failed["op"], failed["seconds"], failed["file"], failed["function"]) == (
        "failed",
        2.0,
        "small/part.py",
        "part",
    )
