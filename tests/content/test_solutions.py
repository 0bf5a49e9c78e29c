"""Solutions, loaded from any course, several at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import Content
from grader.course.course import Course, SolutionError, Solutions

MISTAKES = '''\
"""Wrong versions."""

from math import sqrt

from .one import one as _one


class Something:
    """A class.

    Says why.
    """


def two(x):
    """Two lines
    of title are one line only.

    Words that
    go on.
    """
    return _helper(_one(x))


def _helper(x):
    return x + 1


NUMBER = 3
'''


def course(folder: Path, answer: object = 1) -> Solutions:
    """Make a course of one exercise."""
    (folder / "solutions/unit").mkdir(parents=True)
    (folder / "solutions/unit/one.py").write_text(f"def one(x):\n    return {answer}\n")
    (folder / "solutions/unit/one_mistakes.py").write_text(MISTAKES)
    return Solutions(Content(folder / "exercises", folder / "solutions"))


def test_a_mistake_is_a_public_function_or_class_of_the_file_itself(tmp_path: Path) -> None:
    found = course(tmp_path).mistakes("unit/one", ["one"])
    assert [(each.name, each.title, each.words) for each in found] == [
        ("Something", "A class.", "Says why."),
        ("two", "Two lines", "of title are one line only. Words that go on."),
    ]


def test_versions_of_a_mistake_have_its_name_and_words(tmp_path: Path) -> None:
    solutions = course(tmp_path)
    path = tmp_path / "solutions/unit/one_mistakes.py"
    path.write_text(
        MISTAKES + '\n\ndef two__other(x):\n    """Another."""\n    return 7\n\n\ntwo__third = lambda x: 8\n'
    )
    found = [each for each in solutions.mistakes("unit/one", ["one"]) if each.name == "two"]
    assert [each.version for each in found] == ["two", "two__other", "two__third"]
    assert {(each.title, each.words) for each in found} == {(found[0].title, found[0].words)}
    assert [vars(each.module)["one"](1) for each in found] == [2, 7, 8]


def test_a_mistake_stands_in_for_the_function_of_the_exercise(tmp_path: Path) -> None:
    _, two = course(tmp_path, answer=5).mistakes("unit/one", ["one"])
    assert two.module.one(0) == 6


def test_two_courses_do_not_mix(tmp_path: Path) -> None:
    first, second = course(tmp_path / "a", answer=1), course(tmp_path / "b", answer=2)
    assert (first.reference("unit/one").one(0), second.reference("unit/one").one(0)) == (1, 2)


def test_files_that_an_exercise_need_not_have(tmp_path: Path) -> None:
    solutions = course(tmp_path)
    (tmp_path / "solutions/unit/one_mistakes.py").unlink()
    assert solutions.mistakes("unit/one", ["one"]) == []
    assert solutions.companion("unit/one") is None


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
        assert tiny.solutions.mistakes(each.id, each.functions)


def test_what_a_trusted_file_prints_goes_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loaded = course(tmp_path, answer="print('noise') or 7").reference("unit/one")
    assert loaded.one(0) == 7
    assert capsys.readouterr().out == ""
