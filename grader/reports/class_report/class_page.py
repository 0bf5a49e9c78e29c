"""`html`: the class report as one self-contained page; its plots are tables with bars."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from grader.core.escape import cut, line
from grader.core.result import Verdict
from grader.files.html_page import environment, policy
from grader.reports.class_report import class_wording
from grader.reports.class_report.statistics import ClassFigures, ExerciseFigures, MistakeFigures

HERE = Path(__file__).parent / "template"
MAX_MISTAKES = 10
MAX_NAMES = 30
MAX_WORDS = 1000


def render(figures: ClassFigures) -> str:
    """Return the page."""
    style = (HERE / "report.css").read_text("utf-8")
    anchors = {exercise.id: f"exercise-{place}" for place, exercise in enumerate(figures.exercises, 1)}
    titles = {exercise.id: line(exercise.title) for exercise in figures.exercises}
    template = environment(HERE).get_template("report.html")
    text = template.render(
        figures=figures,
        count=class_wording.count,
        middle=class_wording.scores(figures.scores),
        warnings=class_wording.warnings(figures),
        editions=[(class_wording.edition(edition), edition.results) for edition in figures.editions],
        left_out=[cut(sentence, MAX_WORDS) for sentence in figures.left_out[:MAX_NAMES]],
        scores=_bars(class_wording.bins(), figures.scores.bins),
        exercises=[_overview(exercise, anchors[exercise.id]) for exercise in figures.exercises],
        times=_times(figures.exercises),
        mistakes=[_mistake(each, figures, titles, anchors) for each in figures.mistakes[:MAX_MISTAKES]],
        more_mistakes=max(0, len(figures.mistakes) - MAX_MISTAKES),
        help=[_help(exercise, anchors[exercise.id]) for exercise in figures.exercises if exercise.groups],
        lowest=[(class_wording.name(each.student), each) for each in figures.lowest],
        notes=[(sentence, _who(students)) for sentence, students in class_wording.notes(figures)],
        style=Markup(style),
        policy=policy(style),
    )
    return text.rstrip("\n") + "\n"


def _bars(titles: Sequence[str], numbers: Sequence[int]) -> list[tuple[str, int, str]]:
    """Return rows of title, number and bar width; the longest bar has the full width."""
    most = max(numbers, default=0)
    return [(title, number, _width(number, most)) for title, number in zip(titles, numbers, strict=True)]


def _width(part: float, whole: float) -> str:
    return f"{100 * part / whole:.4g}%" if whole else "0%"


def _overview(exercise: ExerciseFigures, anchor: str) -> dict[str, Any]:
    """Return the row of an exercise: the pass rate, and a bar of passed, failed and not attempted."""
    unattempted, ungraded = (exercise.outcomes.get(verdict, 0) for verdict in (Verdict.NOT_ATTEMPTED, Verdict.INTERNAL))
    failed = exercise.graded - exercise.passed - unattempted - ungraded
    others = {"failed": failed, "not attempted": unattempted, "not graded": ungraded}
    return {
        "anchor": anchor if exercise.groups else "",
        "title": line(exercise.title),
        "passed": f"{exercise.passed} of {exercise.graded}",
        "percent": class_wording.percent(exercise.passed, exercise.graded),
        "others": ", ".join(f"{number} {word}" for word, number in others.items() if number),
        "passed_width": _width(exercise.passed, exercise.graded),
        "failed_width": _width(failed, exercise.graded),
        "waiting_at": _width(exercise.passed + failed, exercise.graded),
        "waiting_width": _width(unattempted + ungraded, exercise.graded),
    }


def _times(exercises: Sequence[ExerciseFigures]) -> list[dict[str, str]]:
    """Return a row for each exercise with known durations."""
    timed = [(exercise.title, exercise.seconds) for exercise in exercises if exercise.seconds]
    most = max((seconds.slowest for _, seconds in timed), default=0)
    return [
        {
            "title": line(title),
            "median": class_wording.seconds(seconds.median),
            "slowest": class_wording.seconds(seconds.slowest),
            "student": class_wording.name(seconds.slowest_student),
            "median_width": _width(seconds.median, most),
            "slowest_width": _width(seconds.slowest, most),
        }
        for title, seconds in timed
    ]


def _mistake(
    mistake: MistakeFigures, figures: ClassFigures, titles: dict[str, str], anchors: dict[str, str]
) -> dict[str, Any]:
    return {
        "number": mistake.who.size,
        "width": _width(mistake.who.size, figures.mistakes[0].who.size),
        "title": cut(line(mistake.title), class_wording.MAX_TITLE),
        "words": cut(line(mistake.words), MAX_WORDS),
        "exercise": titles[mistake.exercise],
        "anchor": anchors[mistake.exercise],
        "who": _who(mistake.who.students),
    }


def _help(exercise: ExerciseFigures, anchor: str) -> dict[str, Any]:
    """Return the students who need help with an exercise, and the pass rate of each check."""
    return {
        "anchor": anchor,
        "title": line(exercise.title),
        "count": f"{exercise.graded - exercise.passed} of {exercise.graded} have not passed",
        "groups": [
            (group.who.size, bool(group.title), class_wording.trouble(group), _who(group.who.students))
            for group in exercise.groups
        ],
        "checks": [
            {
                "name": cut(line(check.name), class_wording.MAX_TITLE),
                "passed": f"{check.passed} of {check.asked}",
                "skipped": check.skipped,
                "width": _width(check.passed, check.asked),
            }
            for check in exercise.checks
        ],
    }


def _who(students: Sequence[str]) -> tuple[list[str], int]:
    return class_wording.names(students, MAX_NAMES)
