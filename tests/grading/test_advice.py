"""A failure that comes from where the code runs, or from the type of a result, says what to do, in one sentence."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from conftest import FirstCheck, GradeFiles
from places import DATA
from small_class import patient_course
from systems import linux_only, posix_only

from grader.course import find
from grader.course.course import Course
from grader.grading.grade_submission import grade
from grader.grading.submission.folder import Submission
from grader.sandbox.confinement import ConfinementMode, prepare
from grader.sandbox.launcher import ForkServerLauncher

TOTAL = (DATA / "course/solutions/small/total.py").read_text("utf-8")
ONLY = "only numpy, the standard library and your own files are available here"
NO_RETURN = "the result is None, not numbers: a `return` is missing, or what follows it is None"
PRINTS = "the result is None, not numbers: the function prints the answer; return it"
DEBUGGER = "raised bdb.BdbQuit; a debugger cannot be used here: take out `breakpoint()`, and step through this call with `learn try --pdb`"

TOTALS = {
    "scipy": ("import scipy", f"raised ModuleNotFoundError: No module named 'scipy'; {ONLY}"),
    "a part of torch": (
        "from torch.nn import functional",
        f"raised ModuleNotFoundError: No module named 'torch'; {ONLY}",
    ),
    "a part of numpy": ("import numpy.nothing", "raised ModuleNotFoundError: No module named 'numpy.nothing'"),
    "a dot": (
        "from .softmax import softmax",
        "raised ImportError: attempted relative import with no known parent package; "
        "import your own files without a dot: `from name import …`",
    ),
    "breakpoint": ("breakpoint()", DEBUGGER),
    "pdb": ("import pdb; pdb.set_trace()", DEBUGGER),
    "no such file": (
        "open('data.txt')",
        "raised FileNotFoundError: [Errno 2] No such file or directory: 'data.txt'; "
        "there are no files here; use the function's arguments",
    ),
    "no numpy": (
        "return np.sum(values)",
        "raised NameError: name 'np' is not defined; write `import numpy as np` at the top",
    ),
    "Decimal": (
        "from decimal import Decimal; return Decimal(values.sum())",
        "the result is of type decimal.Decimal; return float(…)",
    ),
    "Fraction": (
        "from fractions import Fraction; return Fraction(values.sum())",
        "the result is of type fractions.Fraction; return float(…)",
    ),
    "a series for a number": ("return map(float, values)", "the result is of type map"),
    "prints the answer": ("print(float(values.sum()))", PRINTS),
    "prints it with words": ("print(f'the sum is {values.sum()}')", PRINTS),
    "prints it rounded": ("print(f'{values.sum() + 0.001:.4f}')", NO_RETURN),
    "prints something else": ("print(float(values.sum()) + 1)", NO_RETURN),
    "prints more": ("print(values); print(float(values.sum()))", NO_RETURN),
    "prints it once": ("if len(values): print(float(values.sum()))", NO_RETURN),
    "prints nothing": ("values.sum()", NO_RETURN),
}


@pytest.mark.parametrize("case", TOTALS)
def test_a_body_is_told_what_to_do(first_check: FirstCheck, case: str) -> None:
    body, message = TOTALS[case]
    assert first_check("total", f"def total(values):\n    {body}\n").message == message


SCALES = {
    "a generator": ("(x / temperature for x in logits)", "the result is of type generator; return list(…)"),
    "a map": ("map(float, logits / temperature)", "the result is of type map; return list(…)"),
    "a zip": ("zip(logits)", "the result is of type zip; return list(…)"),
    "a range": ("range(3)", "the result is of type range; return list(…)"),
    "values of a dict": ("dict(enumerate(logits)).values()", "the result is of type dict_values; return list(…)"),
    "a deque": ("__import__('collections').deque(logits)", "the result is of type collections.deque; return list(…)"),
    "Decimals": (
        "[__import__('decimal').Decimal(x / temperature) for x in logits]",
        "the result holds numbers of type decimal.Decimal; write float(…) around each",
    ),
    "a masked array": (
        "np.ma.masked_less(logits / temperature, 1)",
        "the result is of type numpy.MaskedArray; return numbers for what is masked, with `.filled(…)`",
    ),
    "a matrix": ("np.matrix(logits / temperature)", "the result has shape (1, 3), not (3,)"),
    "a method": (
        "(logits / temperature).copy",
        "the result is of type builtin_function_or_method; call it: write `(…)` after its name",
    ),
}


@pytest.mark.parametrize("case", SCALES)
def test_a_result_of_another_type_is_told_what_to_return(first_check: FirstCheck, case: str) -> None:
    result, message = SCALES[case]
    assert (
        first_check("scale", f"import numpy as np\ndef scale(logits, temperature):\n    return {result}\n").message
        == message
    )


PLACES = {
    "a class": (
        "class Exercise:\n    def total(self, values):\n        return 6.0\n",
        "`total` is inside the class `Exercise`; define it outside of the class, without `self`",
        1,
    ),
    "a function": (
        "\ndef main():\n    def total(values):\n        return 6.0\n",
        "`total` is inside the function `main`; define it outside, at the left edge of the file",
        2,
    ),
    "the main guard": (
        "if __name__ == '__main__':\n    def total(values):\n        return 6.0\n",
        "`total` is inside `if __name__ == …`, which is not executed here; define it above, at the left edge of the file",
        1,
    ),
    "a block": (
        "if False:\n    def total(values):\n        return 6.0\n",
        "`total` is inside a block that was not executed; define it at the left edge of the file",
        1,
    ),
    "a near name": (
        "def totl(values):\n    return 6.0\n",
        "total.py defines no `total`; it defines `totl`: if that is meant, rename it to `total`",
        None,
    ),
    "other names": (
        "def mean(values):\n    return 6.0\ndef add(values):\n    return 6.0\n",
        "total.py defines no `total`; it defines `mean`, `add`: rename the right one",
        None,
    ),
}


@pytest.mark.parametrize("case", PLACES)
def test_a_function_in_the_wrong_place_is_found(first_check: FirstCheck, case: str) -> None:
    source, message, line = PLACES[case]
    check = first_check("total", source)
    assert check.location is not None
    assert (check.message, check.location.line, check.obstacle) == (message, line, "defines no function `total`")


def test_a_renamed_file_is_found_by_its_function(grade_files: GradeFiles) -> None:
    check = grade_files({"sum.py": TOTAL, "scale.py": TOTAL}, "total").exercises[0].checks[0]
    assert check.message == "there is no file total.py; `total` is defined in sum.py: rename that file to total.py"


def test_an_async_function_is_told_what_to_write_and_no_warning_is_shown(first_check: FirstCheck) -> None:
    check = first_check("total", "async def total(values):\n    return 0.0\n")
    assert check.message == "the result is of type coroutine; write `def` instead of `async def`"
    assert check.stdout == ""


CLOSED = "; files, other programs and the network cannot be used: work with the arguments, print what you want to see, and return the result"


@linux_only("confinement")
@pytest.mark.parametrize(
    "body", ["open('log.txt', 'w')", "import subprocess; subprocess.run(['ls'])", "import socket; socket.socket()"]
)
def test_the_way_out_is_said_where_files_programs_and_the_network_are_closed(tmp_path: Path, body: str) -> None:
    course = Course(find(patient_course()))
    confinement = prepare(ConfinementMode.AUTO, may_wrap=False)
    if confinement is None or not {"landlock", "seccomp"} <= set(confinement.layers):
        pytest.skip("this machine has no Landlock or no seccomp")
    (tmp_path / "total.py").write_text(f"def total(values):\n    {body}\n", "utf-8")
    with closing(ForkServerLauncher(confinement)) as processes:
        result = grade(course, Submission(tmp_path), processes, exercise_ids=["small/total"])
    check = result.exercises[0].checks[0]
    assert check.message.startswith("tried something that is not allowed here: [Errno ")
    assert check.message.endswith(CLOSED)


# --- where to look ----------------------------------------------------------------------------

PLACED = {
    "a bracket": ("def total(values:\n    return 0\n", 1, "def total(values:\n         ^"),
    "an indented line": ("def total(values):\n    return 0 $ 1\n", 2, "return 0 $ 1\n         ^"),
    "wide letters": ("x = '日本' $ 1\n", 1, "x = '日本' $ 1\n           ^"),
    "a byte order mark": ("\ufeffx = (\n", 1, "x = (\n    ^"),
    "an error": ("def total(values):\n    return values.nothing\n", 2, "return values.nothing"),
    "an endless loop": (
        "def total(values):\n    result = 0\n    while True:\n        for each in (1, 2):\n            result += each\n",
        3,
        "while True:",
    ),
    "a loop that calls": (
        "def step(x):\n    return x\n\n\ndef total(values):\n    x = 0\n    while x < 1:\n        x = step(x)\n",
        7,
        "while x < 1:",
    ),
    "a loop that calls an endless one": (
        "def step(x):\n    while True:\n        x += 1\n\n\ndef total(values):\n    while True:\n        step(0)\n",
        7,
        "while True:",
    ),
    "a sleep": ("import time\ndef total(values):\n    time.sleep(100)\n", 3, "time.sleep(100)"),
    "an endless load": ("x = 0\nwhile x == 0:\n    x = 0\n", 2, "while x == 0:"),
    "memory": ("def total(values):\n    return [0] * 10**13\n", 2, "return [0] * 10**13"),
    "output": ("def total(values):\n    while True:\n        print('a' * 999)\n", 3, "print('a' * 999)"),
    "a long line": (f"def total(values):\n    return values.{'a' * 300}\n", 2, f"return values.{'a' * 58}"),
}


@posix_only("signals")
@pytest.mark.parametrize(
    "case", [pytest.param(each, marks=[pytest.mark.slow] if each == "an endless load" else []) for each in PLACED]
)
def test_the_line_is_shown_where_it_went_wrong(first_check: FirstCheck, case: str) -> None:
    source, line, shown = PLACED[case]
    check = first_check("total", source)
    assert check.location is not None
    assert (check.location.line, check.source) == (line, shown)


def test_a_process_that_says_another_line_is_believed_only_if_it_is_one(first_check: FirstCheck) -> None:
    forged = """
def total(values):
    import gc
    for each in gc.get_objects():
        if type(each).__name__ == "Connection":
            each.send({"op": "at", "line": %s})
    while True:
        pass
"""
    for line in ("'one'", "-1", "10**9"):
        check = first_check("total", forged % line)
        assert check.verdict.value == "crash"  # nobody has asked
    assert (
        first_check(
            "total", "import signal\ndef total(values):\n    signal.signal(10, 1)\n    while True: pass\n"
        ).source
        == ""
    )
