"""`csv`: the class report as a table, one line per figure; filter it by the first column."""

from __future__ import annotations

from collections.abc import Iterator

from grader.core.result import Verdict
from grader.reports.class_report import class_wording
from grader.reports.class_report.statistics import ClassFigures, ExerciseFigures
from grader.reports.gradebook import table

HEADER = ("about", "exercise", "what", "students", "of", "percent", "seconds", "student")
Row = tuple[str | int | float, ...]
"""One cell per header; empty cells at the end may be missing."""


def render(figures: ClassFigures) -> str:
    """Return the figures as CSV; unless they are anonymous, with a line for each student to help or late."""
    return table([HEADER, *((*row, *("" for _ in HEADER[len(row) :])) for row in _rows(figures))])


def _rows(figures: ClassFigures) -> Iterator[Row]:
    yield ("class", "", "results", figures.results)
    if figures.missing.size:
        yield ("class", "", "missing", figures.missing.size)
    yield ("class", "", "late", figures.late_count)
    yield ("class", "", "files left out", figures.left_out_count)
    for edition in figures.editions:
        yield ("edition", "", class_wording.edition(edition), edition.results, figures.results)
    for title, number in zip(class_wording.bins(), figures.scores.bins, strict=True):
        yield ("score", "", title, *_share(number, figures.scores.counted))
    for exercise in figures.exercises:
        yield from _exercise_rows(exercise)
    for late in figures.late:
        yield ("late", "", "", "", "", "", "" if late.seconds is None else late.seconds, late.student)
    for student in figures.missing.students:
        yield ("missing", "", "", "", "", "", "", student)
    for sentence in figures.left_out:
        yield ("left out", "", sentence)


def _exercise_rows(exercise: ExerciseFigures) -> Iterator[Row]:
    for verdict in Verdict:
        number = exercise.outcomes.get(verdict, 0)
        if number or verdict is Verdict.PASS:
            yield ("verdict", exercise.id, verdict.value, *_share(number, exercise.graded))
    for check in exercise.checks:
        yield ("check", exercise.id, check.name, *_share(check.passed, check.asked))
    for mistake in exercise.mistakes:
        yield ("mistake", exercise.id, mistake.title, *_share(mistake.who.size, exercise.graded))
    if exercise.seconds:
        yield ("seconds", exercise.id, "median", "", "", "", round(exercise.seconds.median, 3))
        slowest = round(exercise.seconds.slowest, 3)
        yield ("seconds", exercise.id, "slowest", "", "", "", slowest, exercise.seconds.slowest_student)
    for group in exercise.groups:
        yield ("help", exercise.id, class_wording.trouble(group), *_share(group.who.size, exercise.graded))
        for student in group.who.students:
            yield ("who", exercise.id, class_wording.trouble(group), "", "", "", "", student)


def _share(part: int, whole: int) -> tuple[int, int, int | float | str]:
    return part, whole, round(100 * part / whole, 1) if whole else ""
