"""Where a course is found, and how its files are told apart."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.core.errors import CourseError
from grader.course import Content, find, shown_path


def test_a_folder_with_a_table_of_contents_is_a_course(tmp_path: Path) -> None:
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises/course.yaml").write_text("")
    assert find(tmp_path) == Content(tmp_path / "exercises", tmp_path / "solutions")


def test_a_folder_without_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CourseError) as caught:
        find(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: no exercises/course.yaml there; give the folder that holds exercises/ and solutions/"
    )


def test_without_a_folder_it_is_the_course_that_came_with_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises/course.yaml").write_text("id: of the current folder\n")
    monkeypatch.chdir(tmp_path)
    assert find().exercises != tmp_path / "exercises"
    assert "id: token-by-token" in (find().exercises / "course.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("path", "shown"),
    [("here/a.yaml", "here/a.yaml"), ("../b.yaml", "../b.yaml"), ("/etc/x", "/etc/x")],
)
def test_a_path_is_shown_as_people_would_type_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, shown: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown_path(Path(os.path.normpath(tmp_path / path))) == shown
