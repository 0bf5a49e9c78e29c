"""Courses are found by their folders."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import COURSE_FOLDER, DATA

from grader.core.errors import CourseError
from grader.course import find
from grader.course.source import find_folder, source_of


def test_a_folder_is_found_and_named_by_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(shutil.copytree(DATA / "course", tmp_path / "tiny"))
    monkeypatch.chdir(tmp_path)
    assert (find_folder("tiny"), source_of(find(Path("tiny")))) == (Path("tiny"), str(folder))


def test_the_course_of_this_package_needs_no_name() -> None:
    assert source_of(find()) == source_of(find(COURSE_FOLDER)) == ""


@pytest.mark.parametrize("text", ["tiny", "git+https://example.org/course@main"])
def test_what_is_no_folder_is_one_sentence(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CourseError) as caught:
        find_folder(text)
    assert str(caught.value) == f"there is no folder {text!r}; give the one that holds exercises/ and solutions/"
