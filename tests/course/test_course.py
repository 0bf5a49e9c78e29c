"""A course: what it is found by, what it keeps, and when a kept file counts no more."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import DATA

from grader.course import find
from grader.course.course import Course
from grader.course.parsed_cache import ParsedCache, default_cache

TINY = DATA / "course"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the tiny course."""
    shutil.copytree(TINY, tmp_path / "course", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "course"


@pytest.mark.parametrize(
    "name",
    [
        "small/total",
        "total",
        "total.py",
        "total.yaml",
        "exercises/small/total.py",
        "/a/b/exercises/small/total.py",
        "total/",
    ],
)
def test_an_exercise_is_found_by_id_name_and_file(tiny: Course, name: str) -> None:
    assert tiny.find(name) == "small/total"


# --- the cache --------------------------------------------------------------------------------


def test_an_exercise_from_the_cache_is_the_same(copy: Path, tmp_path: Path) -> None:
    loaded = list(Course(find(copy), ParsedCache(tmp_path / "cache")).exercises())
    assert list(Course(find(copy), ParsedCache(tmp_path / "cache")).exercises()) == loaded
    assert list(Course(find(copy)).exercises()) == loaded


@pytest.mark.parametrize("name", ["exercises/small/scale.yaml", "solutions/small/scale_checks.py"])
def test_a_changed_file_is_loaded_again(copy: Path, tmp_path: Path, name: str) -> None:
    for _ in range(2):
        Course(find(copy), ParsedCache(tmp_path / "cache")).exercise("small/scale")
    assert len(list((tmp_path / "cache").glob("scale-*.json"))) == 1
    with (copy / name).open("a") as file:
        file.write("# changed\n")
    Course(find(copy), ParsedCache(tmp_path / "cache")).exercise("small/scale")
    assert len(list((tmp_path / "cache").glob("scale-*.json"))) == 2


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", "1", "null", '"text"'])
def test_a_cache_entry_that_cannot_be_read_is_written_anew(copy: Path, tmp_path: Path, content: str) -> None:
    Course(find(copy), ParsedCache(tmp_path / "cache")).exercise("small/total")
    (entry,) = (tmp_path / "cache").glob("total-*.json")
    whole = entry.read_text()
    entry.write_text(content)
    assert Course(find(copy), ParsedCache(tmp_path / "cache")).exercise("small/total").name == "total"
    assert entry.read_text() == whole


@pytest.mark.parametrize("relative", ["cache", "./cache", ".", ""])
def test_a_cache_that_a_strangers_folder_would_bring_is_none(relative: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, relative)
    monkeypatch.setenv("HOME", "/home/ada")
    assert default_cache().is_relative_to("/home/ada")
    monkeypatch.setenv("HOME", relative or ".")
    assert not default_cache().parent.is_dir()
    assert default_cache().is_absolute()


# --- the hash ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("exercises/small/total.yaml", True),
        ("exercises/course.yaml", True),
        ("solutions/small/total.py", True),
        ("solutions/small/total_mistakes.yaml", True),
        ("solutions/small/new_weights.npz", True),
        ("exercises/worksheets/by_hand.yaml", True),
        ("solutions/numeric/by_hand.py", True),
        ("exercises/small/total.py", False),
        ("exercises/quiz/first.yaml", False),
        ("solutions/quiz/figures.py", False),
        ("solutions/flashcards/start.py", False),
        ("solutions/small/__pycache__/total.py", False),
        ("exercises/small/notes.txt", False),
    ],
)
def test_the_hash_changes_with_every_file_that_can_change_a_grade(copy: Path, name: str, counts: bool) -> None:
    before = Course(find(copy)).sha256
    assert before == Course(find(copy)).sha256
    (copy / name).parent.mkdir(exist_ok=True)
    with (copy / name).open("a") as file:
        file.write("# changed\n")
    assert (Course(find(copy)).sha256 != before) == counts
