"""The solutions as `learn solution` prints them pass in a workspace."""

from __future__ import annotations

from pathlib import Path

import pytest
from workplace import Workplace

from grader.course import find
from grader.course.course import Course
from grader.course.printed_solution import printed_solution


@pytest.mark.whole
@pytest.mark.more
def test_printed_solutions_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    course = Course(find())
    for exercise_id in course.exercise_ids:
        place.write(f"exercises/{exercise_id}.py", printed_solution(course, exercise_id))
    ran = place.command("check", "--all")
    assert (ran.code, ran.err) == (0, "")
    assert place.command("solution", "stream_hold_back").out == printed_solution(course, "loop/stream_hold_back")
