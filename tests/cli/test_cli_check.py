"""`learn check`: from a learner's file to what they read, and the exit code."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from places import COURSE_FOLDER, ROOT
from sizes import first_always, first_row_always
from systems import linux_only
from workplace import TINY, Workplace

from grader.cli.main import report_it

SCHEMA = json.loads((ROOT / "docs/schema/result.schema.json").read_text("utf-8"))
WRONG_SCALE = "def scale(logits, temperature):\n    return logits * temperature\n"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the tiny course."""
    place = Workplace(tmp_path, monkeypatch, capsys)
    assert place.learn("init").code == 0
    return place


def without_seconds(text: str) -> Any:
    """Read a result, durations left out."""
    document = json.loads(text)
    for exercise in document["exercises"]:
        del exercise["seconds"]
    return document


# --- what it says -----------------------------------------------------------------------------


def test_a_stub_is_not_attempted_and_the_task_is_next(workspace: Workplace) -> None:
    assert workspace.learn("check", "total") == (
        1,
        "Add numbers up: 0 of 2 points\n\n"
        "· a sum                                                                      0/2\n"
        "    still raises NotImplementedError\n\n"
        "Next: learn show total\n",
        "",
    )


def test_a_solution_passes_and_is_explained(workspace: Workplace) -> None:
    workspace.solve("total")
    assert workspace.learn("check", "total") == (
        0,
        "Add numbers up: 2 of 2 points\n\n"
        "✓ a sum                                                                      2/2\n\n"
        "That was all.\n\n"
        "Next: learn solution total, to compare; then learn next\n",
        "",
    )


def test_a_wrong_answer_is_shown_with_its_call_and_its_mistake(workspace: Workplace) -> None:
    workspace.write("exercises/small/scale.py", WRONG_SCALE)
    ran = workspace.learn("check", "scale")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines()[:6] == [
        "Divide by the temperature: 1 of 7 points",
        "",
        "✗ the worked example                                                         0/1",
        "    scale(np.array([1.0, 2.0, 4.0]), 2)",
        "    gives    [2, 4, 8]",
        "    expected [0.5, 1, 2]",
    ]
    assert ran.out.endswith("\n\nNext: learn hint scale\n")


@pytest.mark.slow
def test_all_prints_are_shown_with_prints(workspace: Workplace) -> None:
    source = WRONG_SCALE.replace("    return", "    print(*range(400), sep='\\n')\n    return")
    workspace.write("exercises/small/scale.py", source)
    assert "    399\n" not in workspace.learn("check", "scale").out
    assert "all of them: learn check scale --prints" in workspace.learn("check", "scale").out
    assert "    399\n" in workspace.learn("check", "scale", "--prints").out


@pytest.mark.slow
def test_what_a_learner_prints_and_raises_cannot_draw_on_the_terminal(workspace: Workplace) -> None:
    hostile = "\\x1b[31m::error::red\\x1b[0m \\u202e| `x`"
    workspace.write(
        "exercises/small/total.py", f"def total(values):\n    print('{hostile}')\n    raise ValueError('{hostile}')\n"
    )
    for format_name in ("text", "md", "github", "junit"):
        out = workspace.learn("check", "total", "--format", format_name).out
        assert "\x1b" not in out
        assert "\u202e" not in out
        assert not any(line.startswith("::error::") for line in out.splitlines())


# --- our own faults ---------------------------------------------------------------------------


def test_a_fault_of_the_course_is_not_the_learners_and_costs_others_nothing(workspace: Workplace) -> None:
    workspace.solve("total")
    workspace.write("exercises/small/odd.py", "def odd(number):\n    return 13 if number == 1 else number + 1\n")
    ran = workspace.learn("check", "odd", "total")
    message = (
        "the grader failed, which is not your fault; please report this: RuntimeError: a fault of the course "
        "(odd_checks.py, line 8)"
    )
    assert (ran.code, ran.err) == (4, "")
    assert ran.out.splitlines() == [
        "not graded",
        "",
        "✗ An exercise with a fault of its own                                 not graded",
        "✓ Add numbers up                                                             2/2",
        "",
        "An exercise with a fault of its own: a law with a fault",
        "    the grader failed, which is not your fault; please report this:",
        "    RuntimeError: a fault of the course (odd_checks.py, line 8)",
        "",
        f"“internal” is a fault of ours, not of your code; {report_it()}",
        "Next: learn hint odd",
    ]
    document = json.loads(workspace.learn("check", "odd", "--format", "json").out)
    assert [(each["status"], each["message"]) for each in document["exercises"][0]["checks"]] == [
        ("internal", message),
        ("pass", ""),
    ]


# --- formats ----------------------------------------------------------------------------------


def test_json_keeps_to_the_schema_and_nothing_else_is_written(workspace: Workplace) -> None:
    workspace.write("exercises/small/scale.py", WRONG_SCALE)
    ran = workspace.learn("check", "scale", "total", "--format", "json")
    jsonschema.validate(json.loads(ran.out), SCHEMA)
    assert (ran.code, ran.err) == (1, "")
    assert without_seconds(ran.out) == without_seconds(
        workspace.learn("check", "scale", "total", "--format", "json").out
    )


@pytest.mark.parametrize(
    ("settings", "is_colored"),
    first_row_always(
        [
            ({}, True),
            ({"NO_COLOR": "1"}, False),
            ({"TERM": "dumb"}, False),
        ]
    ),
    ids=["terminal", "NO_COLOR", "dumb terminal"],
)
@pytest.mark.slow
def test_color_is_for_terminals_that_want_it(workspace: Workplace, settings: dict[str, str], is_colored: bool) -> None:
    written = workspace.on_a_terminal("check", "total", **settings)
    assert ("\x1b[" in written) == is_colored
    assert re.sub(r"\x1b\[\d+m", "", written).startswith("Add numbers up: 0 of 2 points\r\n")


# --- places -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_folder_with_spaces_and_letters_of_all_kinds_will_do(workspace: Workplace) -> None:
    folder = "mein Kurs – 日本 'q' \"z\" $HOME %s [x]"
    assert workspace.learn("init", folder).code == 0
    workspace.write(f"{folder}/exercises/small/total.py", (TINY / "solutions/small/total.py").read_text())
    assert workspace.learn("check", "total", "--in", folder).code == 0
    assert workspace.learn("status", "--in", folder).out.startswith("A tiny course: 1 of 8 exercises passed\n")


@pytest.mark.slow
def test_progress_that_cannot_be_noted_is_said_and_hurts_nothing(workspace: Workplace) -> None:
    workspace.write("elsewhere/total.py", (TINY / "solutions/small/total.py").read_text())
    workspace.write("elsewhere/.learn", "a file where the folder should be")
    sorry = f"Your progress could not be noted: {workspace.folder}/elsewhere/.learn cannot be written.\n"
    ran = workspace.learn("check", "total", "--in", "elsewhere")
    assert (ran.code, ran.err) == (0, "")
    assert sorry in ran.out
    hint = workspace.learn("hint", "total", "--in", "elsewhere").out
    assert hint == (
        "Hint 1 of 3: Think.\n\nWhich hint comes next could not be noted: use --number 2.\n\nNext: learn check total\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("conftest.py", "raise RuntimeError('conftest')\n"),
        ("exercises/conftest.py", "def pytest_runtest_call(item):\n    item.runtest = lambda: None\n"),
        ("exercises/small/test_total.py", "def test_it():\n    raise RuntimeError('test file')\n"),
        ("pytest.ini", "[pytest]\naddopts = --no-such-option\n"),
        ("pyproject.toml", "[tool.pytest.ini_options]\naddopts = '--no-such-option'\n"),
        ("sitecustomize.py", "raise RuntimeError('sitecustomize')\n"),
        ("numpy.py", "raise RuntimeError('numpy')\n"),
        ("pytest.py", "raise RuntimeError('pytest')\n"),
    ],
)
def test_other_files_of_the_learner_have_no_influence(workspace: Workplace, name: str, content: str) -> None:
    workspace.solve("mask")
    wanted = without_seconds(workspace.learn("check", "mask", "total", "--format", "json").out)
    workspace.write(name, content)
    ran = workspace.learn("check", "mask", "total", "--format", "json")
    assert (ran.code, ran.err) == (1, "")
    assert without_seconds(ran.out) == wanted


@pytest.mark.slow
def test_pytests_environment_has_no_influence(workspace: Workplace) -> None:
    ran = workspace.command(
        "check", "total", PYTEST_ADDOPTS="--no-such-option", PYTEST_PLUGINS="no_such_plugin", PYTEST_THEME="none"
    )
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("Add numbers up: 0 of 2 points\n")


# --- interruption -----------------------------------------------------------------------------


def descendants(pid: int) -> set[int]:
    """Return the ids of all processes below one."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in map(int, task.read_text().split()):
                found |= {child} | descendants(child)
        except OSError:
            continue
    return found


def is_busy(pid: int) -> bool:
    """Say whether a process without children has computed for 0.1 seconds."""
    try:
        ticks = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])
    except OSError:
        return False
    return not descendants(pid) and ticks >= 0.1 * os.sysconf("SC_CLK_TCK")


def is_running(pid: int) -> bool:
    """Say whether a process is there and is not one that has ended and awaits its burial by the system."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@linux_only("reads /proc")
@pytest.mark.parametrize("command", first_always(["check softmax_by_hand", "grade . --exercise softmax_by_hand"]))
@pytest.mark.parametrize("is_whole_group", first_always([True, False]), ids=["Ctrl-C", "kill -INT"])
@pytest.mark.slow
def test_an_interruption_ends_everything_with_exit_code_130(
    workspace: Workplace, command: str, is_whole_group: bool
) -> None:
    workspace.write("softmax_by_hand.py", "def softmax(logits):\n    while True:\n        pass\n")
    process = workspace.start(*command.split(), LEARN_COURSE=str(COURSE_FOLDER))
    deadline = time.monotonic() + 300
    while len(below := descendants(process.pid)) < 2 or not any(is_busy(pid) for pid in below):
        assert time.monotonic() < deadline, "there is no server with a learner's process in its endless loop"
        time.sleep(0.01)
    (os.killpg if is_whole_group else os.kill)(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=300)
    # An interrupt while Python runs `exec` on text, as dataclasses do on import, ends it by the signal: 130 in a shell.
    assert (130 if process.returncode == -signal.SIGINT else process.returncode, out, err) == (
        130,
        "",
        "\nlearn: interrupted\n" if err.startswith("\n") else "learn: interrupted\n",
    )
    deadline = time.monotonic() + 300
    while (left := [pid for pid in below if is_running(pid)]) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert left == []
