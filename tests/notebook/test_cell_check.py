"""A cell becomes the exercise's file, unless that has other work in it; a verdict becomes harmless HTML."""

from __future__ import annotations

from pathlib import Path

import pytest
from report_cases import HOSTILE_RESULT, ONE

from grader.core.errors import UserError
from grader.core.result import Location, Verdict
from grader.course.course import Course
from grader.learner.folder import Workspace, create
from grader.notebook.cell_check import MARK, check_file, write_cell
from grader.reports.verdict_html import render

TOTAL = "def total(values):\n    return sum(values)\n"


@pytest.fixture
def place(tmp_path: Path, tiny: Course) -> Workspace:
    """Return a workspace of the tiny course."""
    create(tmp_path, tiny)
    return Workspace(tmp_path)


def test_a_cell_takes_the_place_of_the_stub_and_of_an_earlier_cell(place: Workspace, tiny: Course) -> None:
    for cell in ("x = 1\n", f"%time x\n!ls\n{TOTAL}"):
        write_cell(tiny, place, "small/total", cell)
    text = place.stub_path("small/total").read_text("utf-8")
    assert text == f"{MARK}\n# %time x\n# !ls\n{TOTAL}\n"  # as many lines as in the notebook, `%%check` the first


def test_work_that_came_from_no_cell_is_left_alone(place: Workspace, tiny: Course) -> None:
    place.stub_path("small/total").write_text("# mine\n", "utf-8")
    with pytest.raises(UserError, match="has code that came from no cell; `%learn reset total` puts it aside"):
        write_cell(tiny, place, "small/total", TOTAL)
    assert place.stub_path("small/total").read_text("utf-8") == "# mine\n"


def test_a_link_is_not_followed(place: Workspace, tiny: Course, tmp_path: Path) -> None:
    outside = tmp_path.parent / "outside.py"
    outside.write_text("mine\n", "utf-8")
    place.stub_path("small/total").unlink()
    place.stub_path("small/total").symlink_to(outside)
    with pytest.raises(UserError):
        write_cell(tiny, place, "small/total", TOTAL)
    assert outside.read_text("utf-8") == "mine\n"


@pytest.mark.slow
def test_a_check_is_that_of_the_command(
    place: Workspace, tiny: Course, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LEARN_COURSE", str(tiny.content.exercises.parent))
    (tmp_path / "json.py").write_text("raise SystemExit('a file of the learner was imported')\n", "utf-8")
    write_cell(tiny, place, "small/total", TOTAL)
    result = check_file(place, "small/total")
    assert (result.verdict, result.score) == (Verdict.PASS, 2)
    monkeypatch.setenv("LEARN_COURSE", str(tmp_path / "gone"))
    with pytest.raises(UserError, match="gone"):
        check_file(place, "small/total")


def test_markup_of_a_learner_is_text_in_html() -> None:
    text = render(HOSTILE_RESULT.exercises[0], "this cell")
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_a_place_is_a_line_of_the_cell(place: Workspace) -> None:
    exercise = ONE.exercises[0]
    first = exercise.first_failure
    assert first is not None
    failed = first._replace(location=Location("nucleus.py", 7), message="nucleus.py cannot be loaded")
    text = render(exercise._replace(file="nucleus.py", checks=(failed,)), "this cell")
    assert "See line 7 of this cell." in text
    assert "nucleus.py" not in text
