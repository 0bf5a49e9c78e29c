"""Output reaches the reader whatever encoding it has, and a full disk ends a command with one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path

import pytest
from sizes import first_always
from systems import linux_only
from workplace import Workplace

from grader.cli.terminal import GLUE, with_whole_commands

COMMANDS = ("check softmax_by_hand", "list", "show softmax_by_hand", "read errata")
SOFTMAX = "import numpy as np\n\n\ndef softmax(logits):\n    e = np.exp(logits)\n    return e / e.sum()\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the real course with one exercise passed, whose explanation has ≈."""
    folder = tmp_path / "ours"
    folder.mkdir()
    made = Workplace(folder, monkeypatch, capsys, course=None)
    made.write("exercises/scores/softmax_by_hand.py", SOFTMAX)
    return made


def output(place: Workplace, command: str, settings: Mapping[str, str]) -> tuple[int, bytes]:
    """Return the exit code and the bytes of a command's output."""
    run = subprocess.run(
        [sys.executable, "-m", "grader", *command.split()],
        cwd=place.folder,
        env={**os.environ, **place.environment, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return run.returncode, run.stdout


@pytest.mark.parametrize("command", first_always(COMMANDS))
@pytest.mark.slow
def test_no_output_fails_for_want_of_a_character(place: Workplace, command: str) -> None:
    code, plain = output(place, command, {"PYTHONIOENCODING": "utf-8"})
    again, got = output(place, command, {"PYTHONIOENCODING": "cp1252"})
    assert (code, again) == (0, 0)
    assert len(got.decode("cp1252").split("\n")) == len(plain.decode("utf-8").split("\n"))


@linux_only("/dev/full")
@pytest.mark.parametrize("command", first_always(["check softmax_by_hand", "", "--help"]))
@pytest.mark.slow
def test_a_full_disk_is_one_sentence(place: Workplace, command: str) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        run = subprocess.run(
            [sys.executable, "-m", "grader", *command.split()],
            cwd=place.folder,
            env={**os.environ, **place.environment},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    sentence = "learn: the output cannot be written: No space left on device; make room, or write it elsewhere\n"
    assert (run.returncode, run.stderr) == (3, sentence)


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_a_command_in_a_page_is_not_broken_into_another(columns: int) -> None:
    whole = with_whole_commands(
        "Then type `learn generate 'a' --mine`, with `x y` or `learn show\nname`. " * 3, columns
    )
    rows = [row.replace(GLUE, " ") for row in textwrap.wrap(whole, columns)]
    assert sum(row.count("learn generate 'a' --mine") for row in rows) == 3
    assert sum(row.count("learn show name") for row in rows) == 3
    assert "`x y`" in whole
    long = f"`learn generate {'a ' * columns}`"
    assert with_whole_commands(long, columns) == long  # it would be cut anywhere
