"""Stubs: what learners get of a solution, and `learn author stubs`, which writes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import DATA
from workplace import Ran, Workplace

from grader.authoring.stub import derive_stub
from grader.course import find
from grader.course.course import Course

TABLE = "id: one\ntitle: One\nversion: 1\nunits: [{id: small, title: Small, exercises: [item]}]\n"
EXERCISE = """\
title: The item
signature: "item(x: int) -> int"
objective: Write item.
task: Return the item.
points: 1
sources: [{title: Arithmetic}]
hints: [Think., Think again., Write what the task says.]
checks:
  - {name: one, kind: cases, cases: [{x: 1}]}
explain: That was all.
"""
TODO = "raise NotImplementedError  # TODO: write this"
STUBS = {
    "paragraphs": (
        '''\
"""The item.

It is found by counting.
"""


def item(x: int) -> int:
    """Return the item.

    Counting finds it:
    one by one.

    Args:
        x: from 1.

    >>> item(1)
    1

    Source: Euclid.
    """
    return x
''',
        f'''\
"""The item."""


def item(x: int) -> int:
    """Return the item.

    Args:
        x: from 1.

    >>> item(1)
    1
    """
    {TODO}
''',
    ),
    "one paragraph is left": (
        'def item(x: int) -> int:\n    """Return the item.\n\n    Source: Euclid.\n    """\n    return x\n',
        f'def item(x: int) -> int:\n    """Return the item."""\n    {TODO}\n',
    ),
    "no docstring": ("def item(x: int) -> int:\n    return x\n", f"def item(x: int) -> int:\n    {TODO}\n"),
    "on one line": ("def item(x: int) -> int: return x\n", f"def item(x: int) -> int:\n    {TODO}\n"),
    "a raw docstring": (
        'def item(x: int) -> int:\n    r"""Return \\d."""\n    return x\n',
        f'def item(x: int) -> int:\n    r"""Return \\d."""\n    {TODO}\n',
    ),
    "comments, constants and helpers": (
        """\
# how it is done
LARGEST = 9  # of all
\"\"\"It is known.\"\"\"


# counts
def _count(x: int) -> int:
    return x


def item(  # noqa: PLR0913
    x: int,  # from 1
) -> int:  # an item
    # see above
    return _count(x)  # counted


# the end
""",
        f"def item(\n    x: int,\n) -> int:\n    {TODO}\n",
    ),
    "what is given": (
        '''\
"""The item."""

import math
from itertools import chain, pairwise

LARGEST = 9  # given
"""It is known."""
LEAST = 1


def item(x: int) -> int:
    return pairs(x) + LEAST


# --- a reader; leave it as it is ---


def pairs(x: int) -> int:  # given
    """Count.

    Any prose.
    """
    return len(list(pairwise(range(x))))  # counted
''',
        f'''\
"""The item."""

from itertools import pairwise

LARGEST = 9  # given
"""It is known."""


def item(x: int) -> int:
    {TODO}


# --- a reader; leave it as it is ---


def pairs(x: int) -> int:  # given
    """Count.

    Any prose.
    """
    return len(list(pairwise(range(x))))  # counted
''',
    ),
    "imports": (
        """\
import json  # given
import math
import re
from collections.abc import Callable, Iterator

import numpy as np

from .other import (
    again,  # given
    once,
)


def item(x: "int", call: Callable[[int], int] = math.floor) -> np.ndarray:
    return once(re.sub, call)
""",
        f"""\
import json  # given
import math
from collections.abc import Callable

import numpy as np


def again(x: int) -> int:
    return x + 1


def item(x: "int", call: Callable[[int], int] = math.floor) -> np.ndarray:
    {TODO}
""",
    ),
    "a type that the stub lacks": (
        """\
import numpy as np

from .other import Other

Pair = tuple[int, int]


def item(x: Other, pairs: list[Pair]) -> np.ndarray:
    return np.zeros(1)
""",
        f"""\
from typing import Any

import numpy as np


def item(x: Any, pairs: list[Any]) -> np.ndarray:
    {TODO}
""",
    ),
    "a class": (
        '''\
class item:
    """A pile.

    It is a list.
    """

    bottom = 0
    top = 9  # given

    def __init__(self) -> None:
        self._items = []

    @property
    def size(self) -> int:
        """How many there are."""
        return self._count()

    def _count(self) -> int:
        return len(self._items)

    def pop(self) -> int:
        return self._items.pop()
''',
        f'''\
class item:
    """A pile."""

    top = 9  # given

    def __init__(self) -> None:
        {TODO}

    @property
    def size(self) -> int:
        """How many there are."""
        {TODO}

    def pop(self) -> int:
        {TODO}
''',
    ),
    "a class that begins with a property": (
        "class item:\n    @property\n    def size(self) -> int:\n        return 1\n",
        f"class item:\n    @property\n    def size(self) -> int:\n        {TODO}\n",
    ),
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a course of one exercise."""
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    place.write("exercises/course.yaml", TABLE)
    place.write("exercises/small/item.yaml", EXERCISE)
    place.write("solutions/small/item.py", "def item(x: int) -> int:\n    return x\n")
    place.write(
        "solutions/small/other.py",
        "class Other: ...\n\n\ndef once(*x): ...\n\n\ndef again(x: int) -> int:\n    return x + 1\n",
    )
    return place


@pytest.mark.parametrize("name", STUBS)
def test_learners_get_the_signatures_and_what_is_marked(place: Workplace, name: str) -> None:
    solution, stub = STUBS[name]
    place.write("solutions/small/item.py", solution)
    assert derive_stub(Course(find(place.folder)), "small/item") == stub


def test_all_functions_and_classes_that_checks_call_are_in_the_stub(place: Workplace) -> None:
    checks = '  - {name: two, kind: cases, signature: "second(x: int) -> int", cases: [{x: 1}]}\n'
    checks += "  - {name: three, kind: script, scripts: [[{new: Third}]]}\n"
    place.write(
        "exercises/small/item.yaml", EXERCISE.replace("points: 1", "points: 3").replace("explain:", f"{checks}explain:")
    )
    function, other = "def {}(x: int) -> int:\n    BODY\n", "class Third:\n    def get(self) -> int:\n        BODY\n"
    text = "\n\n".join([function.format("item"), function.format("second"), other])
    place.write("solutions/small/item.py", (text + "\n\n" + function.format("fourth")).replace("BODY", "return 1"))
    assert derive_stub(Course(find(place.folder)), "small/item") == text.replace("BODY", TODO)


def test_the_command_writes_the_stubs_that_differ(place: Workplace) -> None:
    path = place.folder / "exercises/small/item.py"
    for text in ("", "def item(x): ...\n"):
        place.write("exercises/small/item.py", text)
        assert place.learn("author", "stubs", "--course", ".") == Ran(
            0, "exercises/small/item.py\n1 stub: 1 change\n", ""
        )
        assert path.read_bytes() == f"def item(x: int) -> int:\n    {TODO}\n".encode()
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert place.learn("author", "stubs", "item", "--course", ".") == Ran(0, "1 stub: no changes\n", "")


def test_a_solution_that_is_no_python_is_named(place: Workplace) -> None:
    place.write("solutions/small/item.py", "def item(x: int) -> int\n")
    ran = place.learn("author", "stubs", "--course", ".")
    what = (
        "solutions/small/item.py:1:24: cannot be loaded: SyntaxError: expected ':' (item.py, line 1); correct the file"
    )
    assert (ran.code, ran.err) == (3, f"learn: {what}\n")


def test_every_stub_of_the_small_course_is_what_its_solution_gives() -> None:
    course = Course(find(DATA / "course"))
    stubs = {name: course.stub(name).read_text("utf-8") for name in course.exercise_ids}
    assert stubs == {name: derive_stub(course, name) for name in course.exercise_ids}
