"""`html`: the class report as one self-contained page; its plots are tables with bars."""

from __future__ import annotations

from pathlib import Path

from grader.core.escape import cut, line
from grader.core.result import Verdict
from grader.files import html_page
from grader.reports.class_report import class_wording
from grader.reports.class_report.statistics import ClassFigures, ExerciseFigures

HERE = Path(__file__).parent / "template"
MAX_MISTAKES = 10
MAX_NAMES = 30
MAX_WORDS = 1000


def render(figures: ClassFigures) -> str:
    """Return the page."""
    text = html_page.page(
        HERE,
        "report.html",
        (HERE / "report.css").read_text("utf-8"),
        filters={"line": line, "cut": cut, "share": _share},
        figures=figures,
        say=class_wording,
        anchors={exercise.id: f"exercise-{place}" for place, exercise in enumerate(figures.exercises, 1)},
        titles={exercise.id: exercise.title for exercise in figures.exercises},
        outcomes=_outcomes,
        max_names=MAX_NAMES,
        left_out=figures.left_out[:MAX_NAMES],
        timed=[exercise for exercise in figures.exercises if exercise.seconds],
        slowest=max((exercise.seconds.slowest for exercise in figures.exercises if exercise.seconds), default=0),
        mistakes=figures.mistakes[:MAX_MISTAKES],
        max_words=MAX_WORDS,
    )
    return f"{text}\n"


def _share(part: float, whole: float) -> str:
    """Return the width of a bar."""
    return f"{100 * part / whole:.4g}%" if whole else "0%"


def _outcomes(exercise: ExerciseFigures) -> dict[str, int]:
    """Return the number of students for each outcome but a pass."""
    unattempted, ungraded = (exercise.outcomes.get(verdict, 0) for verdict in (Verdict.NOT_ATTEMPTED, Verdict.INTERNAL))
    failed = exercise.graded - exercise.passed - unattempted - ungraded
    return {"failed": failed, "not attempted": unattempted, "not graded": ungraded}
