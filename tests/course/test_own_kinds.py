"""A kind of check that is a file of the course, `solutions/kinds/<name>.py`: its keys, its errors, the hashes it is part of."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import ROOT

from grader.authoring.validate import unexpected_files
from grader.course import find
from grader.course.course import Course, SolutionError
from grader.course.dependencies import exercise_sha256
from grader.course.fingerprint import content_hash, fingerprint
from grader.course.own_kinds import OwnKind
from grader.files.strict_yaml import YamlError

ID = "small/interleaved"
YAML, KIND = f"exercises/{ID}.yaml", "solutions/kinds/keeps_items.py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, a copy of the course with all kinds of checks."""
    if not (ROOT / "examples").is_dir():
        pytest.skip("the examples are in the checkout only")
    shutil.copytree(
        ROOT / "examples/all_checks", tmp_path, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    """Replace the one place of a text in a file."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def own_check(folder: Path) -> OwnKind:
    """Return the check of the course's own kind."""
    (check,) = (check for check in Course(find(folder)).exercise(ID).checks if isinstance(check, OwnKind))
    return check


def test_its_keys_are_read_from_the_exercise_or_are_defaults(folder: Path) -> None:
    edit(folder / KIND, "of: list[str])", 'of: list[str], words: str = "too often")')
    check = own_check(folder)
    assert (check.of, check.words) == (["left", "right"], "too often")  # type: ignore[attr-defined]  # keys of the kind


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            YAML,
            "of: [left",
            "off: [left",
            f'{YAML}:26:68: some YAML readers take `off` for a truth value; write "off" in quotes',
        ),
        (
            YAML,
            "of: [left",
            "whose: [left",
            f"{YAML}:26:5: the key `of` is missing; add `of:`\n{YAML}:26:68: unknown key `whose`; did you mean `where`?",
        ),
        (YAML, ", of: [left, right]", "", f"{YAML}:26:5: the key `of` is missing; add `of:`"),
        (YAML, "of: [left, right]", "of: left", f"{YAML}:26:72: `of` is text; write a list"),
        (
            YAML,
            "keeps_items, n",
            "keep_items, n",
            f"{YAML}:26:42: unknown kind of check `keep_items`; did you mean `keeps_items`?",
        ),
        (KIND, ": list[str]", "", f"{KIND}:4:1: the key `of` has no type; write `of: str`, or another"),
        (KIND, "of: list[str]", "count: int", f"{KIND}:4:1: `count` is a key of every check; call it otherwise"),
        (
            KIND,
            "near, arguments",
            "arguments",
            f"{KIND}:4:1: the parameters of `keeps_items` are arguments, of; write `near, arguments`, then `*` and its keys",
        ),
        (
            KIND,
            "def keeps_items",
            "def keeps",
            f"{KIND}:1:1: there is no generator function `keeps_items`; write `def keeps_items(near, arguments):` with a `yield`",
        ),
        (
            KIND,
            '"""`kind',
            '0 / 0\n"""`kind',
            f"{KIND}:1:1: cannot be loaded: ZeroDivisionError: division by zero; correct the file",
        ),
    ],
)
def test_what_is_wrong_with_it_is_told_at_its_line(folder: Path, file: str, old: str, new: str, message: str) -> None:
    edit(folder / file, old, new)
    with pytest.raises((YamlError, SolutionError)) as caught:
        Course(find(folder)).data(ID)
    assert str(caught.value).startswith(message)


def test_a_file_called_like_another_kind_or_used_by_nobody_is_looked_at_too(folder: Path) -> None:
    (folder / "solutions/kinds/cases.py").write_text("", "utf-8")
    (folder / "solutions/kinds/unused.py").write_text("def unused(near): yield\n", "utf-8")
    assert list(unexpected_files(Course(find(folder)))) == [
        "solutions/kinds/cases.py: `cases` is a kind of every course; give the file and its function another name",
        "solutions/kinds/unused.py:1:1: the parameters of `unused` are near; write `near, arguments`, then `*` and its keys",
    ]


def test_grades_and_workspaces_depend_on_it_where_it_is_used(folder: Path) -> None:
    before, other = Course(find(folder)), "small/pile"
    hashes = [exercise_sha256(before, ID), fingerprint(before, ID), content_hash(before), before.sha256]
    others = [exercise_sha256(before, other), fingerprint(before, other)]
    edit(folder / KIND, "(result,) =", "[result] =")
    now = Course(find(folder))
    changed = [exercise_sha256(now, ID), fingerprint(now, ID), content_hash(now), now.sha256]
    assert not [old for old, new in zip(hashes, changed, strict=True) if old == new]
    assert others == [exercise_sha256(now, other), fingerprint(now, other)]
