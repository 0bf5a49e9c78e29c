"""A long task in two parts: shown, checked, and refused if its parts do not fit."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from workplace import TINY, Workplace

from grader.course import find
from grader.course.course import Course


def in_two_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the tiny course in which the task of `scale` has two parts."""
    shutil.copytree(TINY, tmp_path / "course")
    path = tmp_path / "course/exercises/small/scale.yaml"
    text = path.read_text("utf-8").replace("points:", "\n  **The rest.** Refuse bad input.\npoints:", 1)
    path.write_text(text.replace("\nchecks:\n", "\nfirst: 1\nchecks:\n", 1), "utf-8")
    (tmp_path / "work").mkdir()
    place = Workplace(tmp_path / "work", monkeypatch, capsys, course=tmp_path / "course")
    assert place.learn("init").code == 0
    return place


@pytest.mark.slow
def test_a_long_task_is_shown_and_checked_in_two_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = in_two_parts(tmp_path, monkeypatch, capsys)
    words = Course(find(tmp_path / "course")).words("small/scale")
    points, all_points = words.checks[0][1], sum(points for _, points in words.checks)
    shown, whole = place.learn("show", "scale").out, place.learn("show", "scale", "--whole").out
    first = f"First version: {points} of {all_points} points. All of the task: learn show scale --whole\n"
    assert ("The rest." in shown, first in shown) == (False, True)
    assert ("The rest." in whole, f"Checks: {len(words.checks)}, points: {all_points}.\n" in whole) == (True, True)
    assert f"\nFirst version: 0 of {points} points.\n" in place.learn("check", "scale").out
    stub = place.folder / "exercises/small/scale.py"
    stub.write_text("def scale(logits, temperature):\n    return logits / temperature\n", "utf-8")  # refuses nothing
    assert "points. The rest of the task: learn show scale\n" in place.learn("check", "scale").out
    assert "The rest." in place.learn("show", "scale").out


def test_a_first_version_needs_its_paragraphs_and_its_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = in_two_parts(tmp_path, monkeypatch, capsys)
    path = tmp_path / "course/exercises/small/scale.yaml"
    text = path.read_text("utf-8")
    for wrong in (text.replace("**The rest.**", "The rest."), text.replace("first: 1", "first: 99")):
        path.write_text(wrong, "utf-8")
        assert (
            "; write how many checks come first, and `**The rest.**` before the rest"
            in place.learn("show", "scale").err
        )
