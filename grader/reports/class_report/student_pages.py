"""A page for each student of a class, as `learn grade --format html` makes it, and a page that lists them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from grader.core.escape import line
from grader.core.result import Result
from grader.files import html_page
from grader.reports import render

HERE = Path(__file__).parent / "template"
INDEX = "index.html"


class StudentRow(NamedTuple):
    """A line of the list: the student, the file of their page, empty if they have no result, and their points."""

    student: str
    name: str
    file: str = ""
    score: int = 0
    max_score: int = 0
    status: str = "no result"


def student_page(result: Result, student: str, name: str) -> str:
    """Return the page of a student: why they got their points, without what hidden checks keep to themselves."""
    return render("html", result._replace(student=f"{student} ({name})" if name else student))


def index(rows: Iterable[StudentRow]) -> str:
    """Return the page that lists the students by name, or by id where there is none."""
    listed = sorted(rows, key=lambda row: ((row.name or row.student).casefold(), row.student))
    style = (HERE / "report.css").read_text("utf-8")
    return html_page.page(HERE, "students.html", style, filters={"line": line}, rows=listed) + "\n"
