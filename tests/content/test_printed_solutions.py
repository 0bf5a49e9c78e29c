"""The solutions as `learn solution` prints them pass in a workspace."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import COURSE
from workplace import Workplace

from grader.course.printed_solution import printed_solution


@pytest.mark.slow
def test_printed_solutions_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    for exercise_id in COURSE.exercise_ids:
        place.write(f"exercises/{exercise_id}.py", printed_solution(COURSE, exercise_id))
    ran = place.command("check", "--all")
    assert (ran.code, ran.err) == (0, "")
    assert place.command("solution", "stream_hold_back").out == printed_solution(COURSE, "loop/stream_hold_back")
