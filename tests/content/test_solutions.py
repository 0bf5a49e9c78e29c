"""Solutions, loaded from any course, several at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import Content
from grader.course.course import Course, SolutionError, Solutions


def course(folder: Path, answer: object = 1) -> Solutions:
    """Make a course of one exercise."""
    (folder / "solutions/unit").mkdir(parents=True)
    (folder / "solutions/unit/one.py").write_text(f"def one(x):\n    return {answer}\n")
    return Solutions(Content(folder / "exercises", folder / "solutions"))


def test_two_courses_do_not_mix(tmp_path: Path) -> None:
    first, second = course(tmp_path / "a", answer=1), course(tmp_path / "b", answer=2)
    assert (first.reference("unit/one").one(0), second.reference("unit/one").one(0)) == (1, 2)


def test_an_exercise_need_not_have_functions_for_its_checks(tmp_path: Path) -> None:
    assert course(tmp_path).companion("unit/one") is None


def test_a_file_that_cannot_be_loaded_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solutions = course(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "solutions/unit/one.py").write_text("1 / 0\n")
    with pytest.raises(SolutionError) as caught:
        solutions.reference("unit/one")
    assert str(caught.value) == (
        "solutions/unit/one.py:1:1: cannot be loaded: ZeroDivisionError: division by zero; correct the file"
    )


def test_solutions_of_the_tiny_course_are_those_of_its_exercises(tiny: Course) -> None:
    for each in tiny.exercises():
        assert hasattr(tiny.solutions.reference(each.id), each.function)
        assert tiny.mistakes(each.id)


def test_what_a_trusted_file_prints_goes_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loaded = course(tmp_path, answer="print('noise') or 7").reference("unit/one")
    assert loaded.one(0) == 7
    assert capsys.readouterr().out == ""
