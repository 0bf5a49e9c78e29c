"""Exercises that passed weeks ago, to be written again from an empty stub when FSRS would ask them."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from flashcards.schedule import Answer, Schedule
from grader.course.course import Course
from grader.learner.progress import CodeReview, ExerciseProgress, Progress

WAIT = timedelta(weeks=3)
"""An exercise is due at the earliest so long after it first passed."""


def due(course: Course, noted: Progress, now: datetime) -> list[str]:
    """Return the ids of the passed exercises to write again now, the longest overdue first.

    Raises:
        ImportError: one has been reviewed before, and fsrs is not installed.
    """
    return [exercise_id for time, exercise_id in sorted(due_times(course, noted, now)) if time <= now]


def due_times(course: Course, noted: Progress, now: datetime) -> Iterator[tuple[datetime, str]]:
    """Yield each passed exercise's id after the time when it is due: now, if nobody knows when it passed."""
    for exercise_id in filter(noted.is_passed, course.exercise_ids):
        standing = noted.standing(exercise_id)
        yield (_due(standing) if standing.first_pass else now), exercise_id


def _due(standing: ExerciseProgress) -> datetime:
    """Return when an exercise is due by all its reviews, of which the first pass is the first."""
    first_pass = datetime.fromisoformat(standing.first_pass)
    earliest = first_pass + WAIT
    if not standing.reviews:
        return earliest
    schedule = Schedule()
    due_time = schedule.answer("code", Answer.GOOD, first_pass)
    for review in standing.reviews:
        for answer, time in _answers(review):
            due_time = schedule.answer("code", answer, max(datetime.fromisoformat(time), first_pass))
    return max(due_time, earliest)


def _answers(review: CodeReview) -> Iterator[tuple[Answer, str]]:
    """Yield the answers that a review stands for: if there was help, not known at first, and then learned again."""
    if review.had_help:
        yield Answer.AGAIN, review.begun
    if review.passed:
        yield (Answer.HARD if review.had_mistake and not review.had_help else Answer.GOOD), review.passed
