"""Mistakes are read from YAML: edits and code become modules, versions share the words, errors are told at their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import Content, author_fault
from grader.course.course import Course, SolutionError
from grader.files.strict_yaml import YamlError

SOLUTION = '''"""Count."""


def count(start):
    """Return the next number."""
    return _step(start, by=1)


def _step(start, by):
    if start < 0:
        raise ValueError("negative")
    return start + by
'''
MISTAKES = """
stands_still:
  edit: {by=1: by=0}
  says: |
    Nothing is added.
    Words that go
    on.
  versions:
    down: {edit: {start + by: start - by}, of: _step}
    by_hand:
      code: |
        def count(start):
            return right.count(start) - 1
divides:
  edits:
    - line: return start + by
      becomes: |
        if start == 0:
            return 1 // start
        return start + by
  says: |
    It divides.
    Do not.
"""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    """Return a course of one exercise; its folder is the current one."""
    (tmp_path / "solutions/unit").mkdir(parents=True)
    (tmp_path / "solutions/unit/one.py").write_text(SOLUTION)
    (tmp_path / "solutions/unit/one_mistakes.yaml").write_text(MISTAKES)
    monkeypatch.chdir(tmp_path)
    return Course(Content(Path("exercises"), Path("solutions")))


def test_a_mistake_is_the_edited_solution(course: Course) -> None:
    found = course.mistakes("unit/one")
    assert [(each.version, each.module.count(3)) for each in found] == [
        ("stands_still", 3),
        ("stands_still__down", 2),
        ("stands_still__by_hand", 3),
        ("divides", 4),
    ]
    assert [each.changes for each in found] == [("count",), ("_step",), ("count",), ("_step",)]
    with pytest.raises(ValueError, match="negative"):
        found[0].module.count(-1)


def test_versions_share_name_and_words(course: Course) -> None:
    texts = {(each.name, each.title, each.words) for each in course.mistakes("unit/one")[:3]}
    assert texts == {("stands_still", "Nothing is added.", "Words that go on.")}


def test_two_mistakes_are_made_at_once(course: Course) -> None:
    still, down, by_hand, divides = course.mistakes("unit/one")
    both = course.combined("unit/one", [still, down])
    assert both is not None
    assert (both.name, both.module.count(3)) == ("stands_still", 3)
    assert course.combined("unit/one", [down, divides]) is None
    assert course.combined("unit/one", [still, by_hand]) is None


def test_an_exception_points_to_the_entry(course: Course) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        course.mistakes("unit/one")[-1].module.count(0)
    assert author_fault(caught.value).startswith(
        "solutions/unit/one_mistakes.yaml:14:1: `_step` raises ZeroDivisionError"
    )


def test_a_mistake_that_cannot_be_run_is_told_at_its_entry(course: Course) -> None:
    Path("solutions/unit/one_mistakes.yaml").write_text("oops:\n  code: 1 / 0\n  says: No.\n")
    (mistake,) = course.mistakes("unit/one")
    with pytest.raises(
        SolutionError, match=r"^solutions/unit/one_mistakes.yaml:1:1: cannot be loaded: ZeroDivisionError"
    ):
        mistake.load()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[1]", "1:1: the mistakes are a list; write the name of one, `edit:` and `says:`"),
        ("by one: {edit: {by=1: by=0}, says: No.}", "1:1: `by one` is no name; write letters, digits and _"),
        ("one: {edit: {by=1: 0}, says: No.}", "1:20: `by=1` is a whole number; write text"),
        ("one: {edit: {by=1: by=0}}", "1:6: the key `says` is missing; add `says:`"),
        ("one: {says: No.}", "1:6: `one` needs `edit:` or `code:`, one of them; write it"),
        (
            "one: {edit: {by=2: by=0}, says: No.}",
            "1:14: the solution has no `by=2`; the nearest is `return _step(start, by=1)`",
        ),
        (
            "one: {code: 'def f(', says: No.}",
            "1:6: `one` becomes no Python: '(' was never closed: `def f(`; correct it",
        ),
        (
            "one:\n  edits: [{line: start, becomes: stop}]\n  says: No.",
            "2:11: the solution has `start` 5 times; write more of it, or add `of:`",
        ),
    ],
)
def test_an_error_is_told_at_its_place(course: Course, text: str, problem: str) -> None:
    Path("solutions/unit/one_mistakes.yaml").write_text(text)
    with pytest.raises(YamlError) as caught:
        course.mistakes("unit/one")
    assert str(caught.value) == f"solutions/unit/one_mistakes.yaml:{problem}"


def test_a_solution_that_is_no_python_is_told_at_its_line(course: Course) -> None:
    Path("solutions/unit/one.py").write_text("def count(start)\n    return 1\n")
    with pytest.raises(YamlError, match=r"^solutions/unit/one.py:1:17: cannot be loaded: SyntaxError: expected ':'"):
        course.mistakes("unit/one")
