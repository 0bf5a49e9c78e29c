"""Output reaches the reader in any encoding and, with TERM=dumb, in words; a full disk is one sentence."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path

import pytest
from places import COURSE
from sizes import first_always
from systems import linux_only
from window import Window
from workplace import Workplace

from grader.cli.terminal import GLUE, with_whole_commands
from grader.course.course import Unit

COMMANDS = ("check softmax_by_hand", "list", "show softmax_by_hand", "read errata")
SOFTMAX = "import numpy as np\n\n\ndef softmax(logits):\n    e = np.exp(logits)\n    return e / e.sum()\n"
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
DRAWN = re.compile(r"[\u2190-\u21ff\u2500-\u27bf\u2800-\u28ff\ue000-\uf8ff]")
"""Arrows, boxes, blocks, shapes, braille and private characters."""
ALLOWED = {"loop": "→"}
"""Signs that a unit has in its own texts, by unit."""
WRONG = "import numpy as np\n\n\ndef softmax(logits):\n    print('here')\n    return logits / logits.sum()\n"


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


@pytest.mark.parametrize("command", ["show softmax_by_hand", "solution softmax_by_hand", "read scores"])
@pytest.mark.slow
def test_nothing_has_a_background_which_is_a_black_box_on_a_light_terminal(place: Workplace, command: str) -> None:
    assert place.learn("check", "softmax_by_hand").code == 0
    window = Window(place.folder, sys.executable, "-m", "grader", *command.split(), **place.environment)
    try:
        assert window.end() == 0
    finally:
        window.close()
    assert b"\x1b[" in window.sent
    codes = {code for codes in re.findall(rb"\x1b\[([\d;]*)m", window.sent) for code in codes.split(b";")}
    assert [code for code in codes if re.fullmatch(rb"4[0-8]|10\d|7", code)] == []


# --- words alone --------------------------------------------------------------------------------


def in_words(text: str, allowed: str = "") -> str:
    """Return a text after making sure that it can be read aloud."""
    assert CONTROL.findall(text) == []
    assert set(DRAWN.findall(text)) <= set(allowed), sorted(set(DRAWN.findall(text)))
    return text


@pytest.mark.slow
def test_a_wrong_function_is_explained_in_words(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert place.learn("init").code == 0
    place.write("exercises/scores/softmax_by_hand.py", WRONG)
    out = in_words(place.learn("check").out)
    assert "First difference: [0] is 0.380952, not 0.631632; 5 of 5 numbers differ" in out
    assert "Mistake: The scores are divided by their sum" in out
    for command in (["hint"], ["next"], ["list"], ["show", "scores"]):
        in_words(place.learn(*command).out)


@pytest.mark.parametrize("unit", first_always(COURSE.units), ids=lambda unit: unit.id)
def test_tasks_and_pages_have_descriptions_for_pictures(
    place: Workplace, monkeypatch: pytest.MonkeyPatch, unit: Unit
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    shown = [place.learn("show", each).out for each in unit.exercise_ids]
    shown.append(place.learn("read", unit.id).out)
    allowed = ALLOWED.get(unit.id, "")
    assert all(in_words(each, allowed) for each in shown)
