"""The terminal as a screen reader has it: with TERM=dumb, only words, without a control character or a drawing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from places import COURSE
from sizes import first_always
from workplace import Workplace

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
DRAWN = re.compile(r"[\u2190-\u21ff\u2500-\u27bf\u2800-\u28ff\ue000-\uf8ff]")
"""Arrows, boxes, blocks, shapes, braille and private characters."""
ALLOWED = {"loop": "→"}
"""Signs that a unit has in its own texts, by unit."""
WRONG = "import numpy as np\n\n\ndef softmax(logits):\n    print('here')\n    return logits / logits.sum()\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the course, with a function that is wrong."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    made = Workplace(tmp_path, monkeypatch, capsys, course=None)
    assert made.learn("init").code == 0
    (tmp_path / "exercises" / "scores" / "softmax_by_hand.py").write_text(WRONG, "utf-8")
    monkeypatch.setenv("TERM", "dumb")
    return made


def in_words(text: str, allowed: str = "") -> str:
    """Return a text after making sure that it can be read aloud."""
    assert CONTROL.findall(text) == []
    assert set(DRAWN.findall(text)) <= set(allowed), sorted(set(DRAWN.findall(text)))
    return text


@pytest.mark.slow
def test_a_wrong_function_is_explained_in_words(place: Workplace) -> None:
    out = in_words(place.learn("check").out)
    assert "First difference: [0] is 0.380952, not 0.631632; 5 of 5 numbers differ" in out
    assert "Mistake: The scores are divided by their sum" in out
    for command in (["hint"], ["next"], ["list"], ["show", "scores"]):
        in_words(place.learn(*command).out)


@pytest.mark.parametrize("unit", first_always(COURSE.units), ids=lambda unit: unit.id)
def test_tasks_and_pages_have_descriptions_for_pictures(place: Workplace, unit: object) -> None:
    shown = [place.learn("show", each).out for each in unit.exercise_ids]  # type: ignore[attr-defined]
    shown.append(place.learn("read", unit.id).out)  # type: ignore[attr-defined]
    allowed = ALLOWED.get(unit.id, "")  # type: ignore[attr-defined]
    assert all(in_words(each, allowed) for each in shown)
