"""`learn watch` in a terminal: a verdict after each save, each key and each signal; and without a terminal."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from systems import linux_only
from window import SECONDS, Window
from workplace import TINY, Workplace

pytestmark = [pytest.mark.slow, linux_only("what is left is looked up in /proc")]
LEARN = (sys.executable, "-m", "grader")
SOLUTION = (TINY / "solutions/small/scale.py").read_text("utf-8")
WRONG = "def scale(logits, temperature):\n    print('in the function')\n    return logits * temperature\n"
HALF = "def scale(logits, temperature):\n    return (logits\n"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the tiny course."""
    place = Workplace(tmp_path, monkeypatch, capsys)
    assert place.learn("init").code == 0
    return place


@pytest.fixture
def window(workspace: Workplace) -> Iterator[Window]:
    """Return a window in which the exercise `scale` is watched."""
    made = Window(workspace.folder, *LEARN, "watch", "scale", **workspace.environment)
    try:
        made.wait_for("Checks: ")
        yield made
    finally:
        made.close()


def file_of(workspace: Workplace) -> Path:
    """Return the learner's file of `scale`."""
    return workspace.folder / "exercises/small/scale.py"


def test_a_save_brings_the_verdict_and_the_progress(workspace: Workplace, window: Window) -> None:
    file_of(workspace).write_text(WRONG)
    shown = window.wait_for("gives    [2, 4, 8]", "in the function")
    assert "Divide by the temperature: 1 of 7 points" in shown
    assert "exercises/small/scale.py:" in shown
    file_of(workspace).write_text(HALF)
    shown = window.wait_for("line 2: '(' was never closed", "Before:", "gives    [2, 4, 8]")
    assert "  return (logits\n         ^" in shown
    file_of(workspace).write_text(SOLUTION)
    window.wait_for("7 of 7 points", "Passed.", "n: next exercise", "1 of 8")
    window.press("q")
    assert (window.end(), window.is_restored()) == (0, True)
    noted = json.loads((workspace.folder / ".learn/progress.json").read_text())
    assert noted["exercises"]["small/scale"]["status"] == "pass"


def test_the_first_start_begins_with_a_welcome_and_the_page_of_the_unit(tmp_path: Path) -> None:
    subprocess.run([*LEARN, "init", "--no-editor"], cwd=tmp_path, check=True, capture_output=True)
    made = Window(tmp_path, *LEARN, rows=160)
    try:
        made.wait_for("Welcome to Token by Token.", "From a vector to a word", "Enter: the task")
        made.press("\r")
        made.wait_for("First story: one wrong word", "there there there there", "One word of it is wrong.")
        made.press("lsoftmax_by_hand\r")
        made.wait_for("Write softmax(logits).", "Enter: try it by hand first")
        made.press("\r")
        made.wait_for("Try it by hand first: for the logits 4, 3, 2, 1", "> ▏")
        made.press(" .381 .286\r")
        made.wait_for("5 numbers are asked for, you gave 2.", "> .381 .286")
        made.press(" .19 .095 .048\r")
        made.wait_for("A mistake that gives this: The scores are divided by their sum", "b: try again", "u unit")
        made.press("b.63 .23 .08\x7f9 .03 .02\r")
        made.wait_for("Right by hand: softmax([4, 3, 2, 1, .5]) is [.631632,")
        made.press("u")
        made.wait_for("From scores to probabilities", "Where the idea comes from", "Enter: the task")
        made.press("q")
        assert made.end() == 0
    finally:
        made.close()
    noted = json.loads((tmp_path / ".learn/progress.json").read_text())
    assert noted["pages"] == ["opening", "scores"]
    assert noted["exercises"]["scores/softmax_by_hand"]["by_hand"] == "wrong"  # the first answer is the prediction


# --- ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stop", "status"),
    [
        ("q", 0), ("\x04", 0), ("\x03", 130),
        (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP), (signal.SIGINT, 130),
    ],
    ids=repr,
)  # fmt: skip
def test_the_terminal_is_restored_and_no_process_is_left(window: Window, stop: str | int, status: int) -> None:
    started = family(window.pid)
    if isinstance(stop, str):
        window.press(stop)
    else:
        os.kill(window.pid, stop)
    assert (window.end(), window.is_restored()) == (status, True)
    wait_until(lambda: not any(map(is_running, started)))


def test_a_stopped_watch_gives_the_terminal_back_and_draws_again_after_it(workspace: Workplace) -> None:
    command = f"set -m; {sys.executable} -m grader watch scale; echo STOPPED; read line; fg; echo ENDED"
    made = Window(workspace.folder, "sh", "-c", command, **workspace.environment)
    try:
        made.wait_for("Checks: ")
        made.press("\x1a")
        made.wait_for("STOPPED")
        assert made.is_restored()
        file_of(workspace).write_text(WRONG)  # meanwhile
        made.press("\n")
        made.wait_for("gives    [2, 4, 8]")
        made.press("q")
        made.wait_for("ENDED")
        assert (made.end(), made.is_restored()) == (0, True)
    finally:
        made.close()


def test_a_fault_of_ours_restores_the_terminal_and_is_reported(workspace: Workplace) -> None:
    broken = workspace.folder / "course"
    shutil.copytree(TINY, broken)
    made = Window(workspace.folder, *LEARN, "watch", "scale", **{**workspace.environment, "LEARN_COURSE": str(broken)})
    try:
        made.wait_for("Checks: ")
        (broken / "exercises/small/total.yaml").write_text("title: [")
        made.press("l")
        assert made.end() == 3
        assert made.is_restored()
        assert "total.yaml" in made.text
    finally:
        made.close()


def test_an_endless_loop_is_shown_as_awaited_and_a_newer_save_ends_it(workspace: Workplace, window: Window) -> None:
    file_of(workspace).write_text("def scale(logits, temperature):\n    while True:\n        pass\n")
    window.wait_for("checking")
    file_of(workspace).write_text(SOLUTION)
    window.wait_for("7 of 7 points")
    file_of(workspace).write_text("def scale(logits, temperature):\n    while True:\n        pass\n")
    window.wait_for("checking")
    window.press("q")
    assert (window.end(), window.is_restored()) == (0, True)


# --- keys -------------------------------------------------------------------------------------


def test_keys_show_the_task_the_hints_the_list_and_all_keys(workspace: Workplace, window: Window) -> None:
    window.press("t")
    window.wait_for("Checks: ")
    window.press("h")
    window.wait_for("Hint 1 of 3", "h: the next hint")
    window.press("hh")
    window.wait_for("Hint 3 of 3", "That was the last hint.")
    window.press("s")
    window.wait_for("The solution is for after passing: first make every check pass.")
    window.press("d")
    window.wait_for("The diff is for after passing")
    window.press("n")
    window.wait_for("scale has not passed yet")
    window.press("p")
    window.wait_for("Your function printed nothing.")
    window.press("?")
    window.wait_for("reset: your file is put aside")
    window.press("\x1b")
    window.wait_for("Checks: ")
    window.press("a")
    window.wait_for("0 of 19 points")
    noted = json.loads((workspace.folder / ".learn/progress.json").read_text())
    assert noted["exercises"]["small/scale"]["hints"] == 3


def test_after_passing_keys_show_the_solution_and_the_diff_and_go_on(workspace: Workplace, window: Window) -> None:
    file_of(workspace).write_text(f"# mine\n{SOLUTION}")
    window.wait_for("Passed.")
    window.press("s")
    window.wait_for("def scale")
    window.press("d")
    window.wait_for("- yours   + the solution", "-# mine")
    window.press("r")
    window.wait_for("Passed.")
    window.press("n")
    window.wait_for("0 of 1 point", "Checks: ")
    assert "Divide by the temperature" not in window.text


# --- files ------------------------------------------------------------------------------------


def test_files_are_replaced_removed_and_switched_to(workspace: Workplace, window: Window) -> None:
    path = file_of(workspace)
    fresh = workspace.write("exercises/small/.scale.py.swp", WRONG)
    fresh.replace(path)
    window.wait_for("gives    [2, 4, 8]")
    path.unlink()
    window.wait_for("scale.py is gone: put it back, or press x for a new stub.")
    window.press("xy")
    window.wait_for("0 of 7 points", "Checks: ")
    workspace.solve("total")
    window.wait_for("Add numbers up: 2 of 2 points", "Passed.")
    path.write_text(WRONG)
    window.wait_for("Divide by the temperature: 1 of 7 points")


# --- windows ----------------------------------------------------------------------------------


def test_a_small_window_scrolls_and_a_resized_one_is_drawn_anew(workspace: Workplace, window: Window) -> None:
    file_of(workspace).write_text(WRONG.replace("in the function", "\\n".join(map(str, range(100, 150)))))
    window.wait_for("gives    [2, 4, 8]", "more")
    window.resize(40, 10)
    os.kill(window.pid, signal.SIGWINCH)
    window.wait_until(lambda: "Divide by the temperature" in window.text and "149" not in window.text)
    assert all(len(each) <= 40 for each in window.text.splitlines())
    window.press("\x1b[F")
    window.wait_until(lambda: "↓" not in window.text)
    window.press("\x1b[H")
    window.wait_for("↓")
    window.press("p ")
    window.wait_for("105")


def test_a_slow_verdict_is_counted(workspace: Workplace, window: Window) -> None:
    slow = f"import time\n\ntime.sleep(0.25)\n\n{WRONG}".replace("    return", "    time.sleep(0.03)\n    return")
    file_of(workspace).write_text(slow)
    window.wait_for("checking: 2 of 6 checks …")
    window.wait_for("1 of 7 points", "gives    [2, 4, 8]")


# --- without a terminal -----------------------------------------------------------------------


def test_without_a_terminal_each_save_is_a_block_until_an_interrupt(workspace: Workplace) -> None:
    file_of(workspace).write_text(WRONG)
    process = workspace.start("watch", "scale")
    assert "    gives    [2, 4, 8]" in block(process)
    file_of(workspace).write_text(SOLUTION)
    assert "Divide by the temperature: 7 of 7 points" in block(process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, err) == (130, "\nlearn: interrupted\n")


def test_thirty_saves_leave_no_process_and_no_memory(workspace: Workplace) -> None:
    made = Window(workspace.folder, *LEARN, "watch", "scale", **workspace.environment)
    try:
        made.wait_for("Checks: ")
        sizes = []
        for number in range(30):
            file_of(workspace).write_text(f"def scale(logits, temperature):\n    return [{number}.5]\n")
            made.wait_for(f"gives    [{number}.5]")
            started = family(made.pid)
            sizes.append(sum(map(kibibytes, started)))
        assert len(started) == 3  # the window, the process that grades, its fork server
        assert sizes[-1] - sizes[9] < 2048  # after the first ones everything is loaded
        made.press("q")
        assert made.end() == 0
        wait_until(lambda: not any(map(is_running, started)))
    finally:
        made.close()


# --- processes --------------------------------------------------------------------------------


def block(process: subprocess.Popen[str]) -> str:
    """Read the output up to the second empty line: a header, and what is under it."""
    assert process.stdout is not None
    read: list[str] = []
    while read.count("\n") < 2:
        line = process.stdout.readline()
        assert line, "".join(read)
        read.append(line)
    return "".join(read)


def wait_until(is_true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + SECONDS
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """Return whether a process is neither gone nor a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def family(pid: int) -> list[int]:
    """Return a process and all that it has started, as far as they are its children."""
    return [pid, *(each for child in children(pid) for each in family(child))]


def kibibytes(pid: int) -> int:
    """Return the resident memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])
