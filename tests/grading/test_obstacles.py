"""A file that keeps its checks from being made: said in the result, and a trouble of its own in the report."""

from __future__ import annotations

import pytest
from conftest import GradeFiles
from places import DATA

from grader.core.result import RESULT, CourseStamp, Result
from grader.files.regular_file import MAX_BYTES
from grader.reports.gradebook import Entry, comment, list_reasons

TOTAL = (DATA / "course/solutions/small/total.py").read_text("utf-8")
NULL = "holds a null byte, as files in UTF-16 do"

FILES: dict[str, tuple[str | bytes, str]] = {
    "a bracket": ("def total(values:\n    return 0\n", "is not valid Python"),
    "indentation": ("def total(values):\nreturn 0\n", "is not valid Python"),
    "nesting": (f"x = {'(' * 500}{')' * 500}", "is not valid Python"),
    "UTF-16": (TOTAL.encode("utf-16"), NULL),
    "UTF-16 without a mark": (TOTAL.encode("utf-16-be"), NULL),
    "a null byte": (f"{TOTAL}\0", NULL),
    "too large": ("#" * (MAX_BYTES + 1), "is larger than 256 KiB"),
    "torch": (f"import torch\n{TOTAL}", "imports `torch`, which cannot be found"),
    "a part of it": (f"from torch.nn import functional\n{TOTAL}", "imports `torch`, which cannot be found"),
    "a part of numpy": (f"import numpy.nothing\n{TOTAL}", "imports `numpy.nothing`, which cannot be found"),
    "torch in the function": ("def total(values):\n    import torch\n", "imports `torch`, which cannot be found"),
    "input": ("def total(values):\n    input()\n", "asks for `input()`, which nobody answers here"),
    "a debugger": ("def total(values):\n    breakpoint()\n", "stops in a debugger, which cannot be used here"),
    "a name that is not there": (f"from numpy import nothing\n{TOTAL}", "raised ImportError when it was loaded"),
    "another exception": (f"1 / 0\n{TOTAL}", "raised ZeroDivisionError when it was loaded"),
    "a SyntaxError of its own": (f"compile('(', 'other.py', 'exec')\n{TOTAL}", "raised SyntaxError when it was loaded"),
    "another name": (TOTAL.replace("total", "sum_up"), "defines no function `total`"),
    "no function": ("total = 6\n", "defines no function `total`"),
    "an endless loop": ("while True:\n    pass\n", "did not finish within 1.5 s when it was loaded"),
    "the end of the process": ("import os\nos._exit(3)\n", "ended the Python process it ran in when it was loaded"),
    "output": ("print('a' * 9999)\n", "printed more than 2,000 characters when it was loaded"),
}


@pytest.mark.parametrize(
    "case", [pytest.param(each, marks=[pytest.mark.slow] if each == "an endless loop" else []) for each in FILES]
)
def test_what_keeps_checks_from_being_made_is_said(grade_files: GradeFiles, case: str) -> None:
    source, obstacle = FILES[case]
    result = grade_files({"total.py": source})
    (check,) = result.exercises[0].checks
    assert check.obstacle == obstacle
    assert RESULT.load(result.to_json()).exercises[0].checks == (check,)
    points = "not graded" if case == "too large" else "0 of 2"
    assert comment(result).partition("Add numbers up: ")[2] == f"{points}. {result.exercises[0].reason}."


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def total(values):\n    if True\n", "total.py cannot be loaded: it raised SyntaxError: expected ':' (line 2)"),
        ("def total(values):\n    print(sum(values))\n",
         "a sum: the result is None, not numbers: the function prints the answer; return it"),
        ("def total(values):\n    return values.nothing\n",
         "a sum: raised AttributeError: 'numpy.ndarray' object has no attribute 'nothing' (line 2)"),
        (None, "not handed in"),
    ],
    ids=["syntax", "prints", "raises", "nothing"],
)  # fmt: skip
def test_the_reason_says_what_is_wrong_and_where(grade_files: GradeFiles, source: str | None, reason: str) -> None:
    (exercise,) = grade_files({} if source is None else {"total.py": source}, "total").exercises
    assert exercise.reason == reason
    assert list_reasons(Entry("ada", Result("", CourseStamp("c", 1, ""), (exercise,)))) == (
        [f"total: {reason}"] if source else []
    )


def test_a_check_that_was_made_has_no_obstacle(grade_files: GradeFiles) -> None:
    for source in (
        TOTAL,
        "def total(values):\n    return 1 / 0\n",
        "def total(values):\n    raise ImportError('torch')\n",
    ):
        assert grade_files({"total.py": source}).exercises[0].checks[0].obstacle == ""


def test_a_result_of_an_earlier_version_has_no_obstacles(grade_files: GradeFiles) -> None:
    result = grade_files({"total.py": "total = 6\n"})
    document = result.to_json()
    del document["exercises"][0]["checks"][0]["obstacle"]
    assert RESULT.load(document).exercises[0].checks[0] == result.exercises[0].checks[0]._replace(obstacle="")
