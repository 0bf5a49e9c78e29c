"""Every broken file in `broken_exercises/` and `broken_courses/` gives the messages that its head says, and no others."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from broken_files import SHOWN, assert_distinct, assert_well_said, broken, expected, messages
from places import DATA

from grader.course.load import load, load_table
from grader.files import strict_yaml
from grader.files.strict_yaml import MAX_BYTES

HERE = Path(__file__).parent
EXERCISES, COURSES = broken("broken_exercises"), broken("broken_courses")


@pytest.fixture(scope="session")
def companion() -> ModuleType:
    """Return the laws, filters and spies that the broken exercises may name."""
    path = DATA / "broken_exercises" / "softmax_checks.py"
    spec = importlib.util.spec_from_file_location("softmax_checks", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.stem)
def test_broken_exercise_gives_its_messages(path: Path, companion: ModuleType) -> None:
    assert messages(lambda: load(path, "scores/softmax", companion, SHOWN)) == expected(path)


@pytest.mark.parametrize("path", COURSES, ids=lambda path: path.stem)
def test_broken_course_gives_its_messages(path: Path) -> None:
    assert messages(lambda: load_table(path, SHOWN)) == expected(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", [*EXERCISES, *COURSES], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_messages_do_not_depend_on_libyaml(path: Path, companion: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_yaml, "_LOADER", strict_yaml.yaml.BaseLoader)
    is_course = path in COURSES
    found = messages(lambda: load_table(path, SHOWN) if is_course else load(path, "scores/softmax", companion, SHOWN))
    if path.stem == "escape_unknown":  # libyaml points at the backslash, PyYAML at the letter after it
        assert [message.partition(" ")[2] for message in found] == [each.partition(" ")[2] for each in expected(path)]
    else:
        assert found == expected(path)


def test_messages_are_one_lower_case_line_with_advice() -> None:
    assert_well_said([*EXERCISES, *COURSES])


@pytest.mark.parametrize(("paths", "at_least"), [(EXERCISES, 80), (COURSES, 20)], ids=["exercises", "courses"])
def test_there_are_many_broken_files_and_no_two_expect_the_same(paths: list[Path], at_least: int) -> None:
    assert_distinct(paths, at_least)


def test_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    path.write_bytes(b"# " + b"x" * MAX_BYTES)
    assert messages(lambda: load(path, "scores/softmax", None, SHOWN)) == [
        "1:1: the file is larger than 1024 KiB; split it"
    ]


def test_file_without_a_byte_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "empty.yaml"
    path.write_bytes(b"")
    assert messages(lambda: load(path, "scores/softmax", None, SHOWN)) == [
        "1:1: the file is empty; write `key: value` lines"
    ]


def test_missing_file_and_folder_cannot_be_read(tmp_path: Path) -> None:
    assert messages(lambda: load(tmp_path / "none.yaml", "scores/none", None, SHOWN)) == [
        "1:1: the file cannot be read (no such file or directory); check its name and who may read it"
    ]
    assert len(messages(lambda: load_table(tmp_path, SHOWN))) == 1
