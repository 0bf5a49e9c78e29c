"""The words that `learn show` prints for each exercise of the course: nobody reads a task of two pages."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest
from places import COURSE
from workplace import Workplace

from grader.learner.position import is_question_open
from grader.learner.progress import Progress

MAX_FIRST, MAX_WHOLE, MAX_MEDIAN = 300, 500, 350


@pytest.mark.slow
def test_a_task_is_short_and_a_first_version_shorter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "work").mkdir()
    place = Workplace(tmp_path / "work", monkeypatch, capsys, course=None)
    assert place.learn("init").code == 0
    names = [exercise_id.rpartition("/")[2] for exercise_id in COURSE.exercise_ids]
    shown = {name: place.learn("show", name).out for name in names}
    whole = {name: len(place.learn("show", name, "--whole").out.split()) for name in names}
    first = {name: len(text.split()) for name, text in shown.items() if "\nFirst version: " in text}
    assert len(first) >= 10
    assert {name: count for name, count in first.items() if count > MAX_FIRST} == {}
    assert {name: count for name, count in whole.items() if count > MAX_WHOLE} == {}
    assert statistics.median(whole.values()) <= MAX_MEDIAN


def test_a_question_about_the_rest_of_a_task_waits_for_its_first_version() -> None:
    course, noted = COURSE, Progress()
    assert is_question_open(course, noted, "loop/log_probs")
    assert not is_question_open(course, noted, "cache/paged_cache")
    noted.standing("cache/paged_cache").score = sum(
        points for _, points in course.words("cache/paged_cache").checks[:3]
    )
    assert is_question_open(course, noted, "cache/paged_cache")
