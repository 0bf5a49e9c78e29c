"""Exercises come back when FSRS would ask them, at the earliest three weeks after they passed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from grader.course.course import Course
from grader.learner.code_review import due, due_times
from grader.learner.progress import CodeReview, ExerciseProgress, Progress

pytest.importorskip("fsrs", reason="fsrs is not installed: pip install fsrs")

NOW = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
PASSED = datetime(2026, 10, 1, 9, 30, tzinfo=UTC)
ID = "small/total"


def noted(*reviews: CodeReview, first_pass: str = PASSED.isoformat(), status: str = "pass") -> Progress:
    """Return the progress of a learner who has passed an exercise."""
    return Progress({ID: ExerciseProgress(status, 2, 2, first_pass=first_pass, reviews=[*reviews])})


def review(after: timedelta, **facts: bool) -> CodeReview:
    """Return a review that took twenty minutes."""
    begun = PASSED + after
    return CodeReview(begun.isoformat(), (begun + timedelta(minutes=20)).isoformat(), **facts)


def days_after(tiny: Course, progress: Progress, last: timedelta) -> int:
    """Return when the exercise is due, in days after its last review."""
    ((time, _),) = due_times(tiny, progress, NOW)
    return (time - PASSED - last).days


def test_it_is_due_three_weeks_after_it_passed_and_not_before(tiny: Course) -> None:
    assert due(tiny, noted(), PASSED + timedelta(days=21)) == [ID]
    assert due(tiny, noted(), PASSED + timedelta(days=20, hours=23)) == []


def test_what_passed_at_an_unknown_time_is_due_and_what_has_not_passed_is_not(tiny: Course) -> None:
    assert due(tiny, noted(first_pass=""), NOW) == [ID]
    assert due(tiny, noted(status="fail"), NOW) == []
    assert due(tiny, Progress(), NOW) == []


def test_the_longest_overdue_comes_first(tiny: Course) -> None:
    progress = noted()
    later = (PASSED + timedelta(days=2)).isoformat()
    progress.exercises["small/scale"] = ExerciseProgress("pass", first_pass=later)
    assert due(tiny, progress, NOW) == [ID, "small/scale"]


def test_the_better_it_went_the_later_it_comes_again(tiny: Course) -> None:
    after = timedelta(days=22)
    gaps = [
        days_after(tiny, noted(review(after, **facts)), after)
        for facts in ({}, {"had_mistake": True}, {"had_help": True}, {"had_help": True, "had_mistake": True})
    ]
    assert gaps[0] > gaps[1] > gaps[2] >= 1
    assert gaps[3] == gaps[2]
    second = timedelta(days=22 + gaps[0] + 1)
    assert days_after(tiny, noted(review(after), review(second)), second) > 2 * gaps[0]


def test_a_review_never_makes_it_due_before_the_three_weeks(tiny: Course) -> None:
    early = timedelta(days=1)
    assert days_after(tiny, noted(review(early, had_help=True)), timedelta()) == 21
