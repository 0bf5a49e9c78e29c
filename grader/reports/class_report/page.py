"""`html`: the class report as one self-contained page, whose plots are tables with bars; and a page for each student."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from grader.core.escape import cut, line
from grader.core.result import Result, Verdict
from grader.files import html_page
from grader.reports import html
from grader.reports.class_report import wording
from grader.reports.class_report.statistics import ClassFigures, ExerciseFigures
from grader.reports.gradebook import Total

HERE = Path(__file__).parent / "template"
INDEX = "index.html"
MAX_MISTAKES = 10
MAX_NAMES = 30
MAX_WORDS = 1000


def render(figures: ClassFigures) -> str:
    """Return the page."""
    text = html_page.page(
        HERE,
        "report.html",
        html_page.face(HERE / "report.css"),
        filters={"line": line, "cut": cut, "share": _share},
        figures=figures,
        say=wording,
        anchors={exercise.id: f"exercise-{place}" for place, exercise in enumerate(figures.exercises, 1)},
        titles={exercise.id: exercise.title for exercise in figures.exercises},
        outcomes=_outcomes,
        max_names=MAX_NAMES,
        left_out=figures.left_out.listed[:MAX_NAMES],
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


# --- a page for each student, and one that lists them ---------------------------------------------


class StudentRow(NamedTuple):
    """A line of the list: the student, the file of their page, empty if they have no result, and their points.

    The maximum is 0 if there is no number.
    """

    student: str
    name: str
    file: str = ""
    score: int = 0
    max_score: int = 0
    status: str = "no result"
    total: Total | None = None


def student_page(result: Result, student: str, name: str, total: Total | None = None) -> str:
    """Return the page of a student: why they got their points."""
    return html.render(result._replace(student=f"{student} ({name})" if name else student), total)


def index(rows: Iterable[StudentRow]) -> str:
    """Return the page that lists the students by name, or by id where there is none."""
    listed = sorted(rows, key=lambda row: ((row.name or row.student).casefold(), row.student))
    style = html_page.face(HERE / "report.css")
    return html_page.page(HERE, "students.html", style, filters={"line": line}, rows=listed) + "\n"
