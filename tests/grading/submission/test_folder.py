"""Learners' files: where they may stand, and what may not be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.files.regular_file import UnreadableError
from grader.grading.submission.files import MAX_FILES, most_bytes
from grader.grading.submission.folder import Submission


def put(folder: Path, *names: str) -> Submission:
    """Write files that hold their own names."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return Submission(folder)


def test_a_workspace_comes_before_units_and_units_before_flat_files(tmp_path: Path) -> None:
    submission = put(tmp_path, "one.py")
    assert (submission.shown("unit/one"), submission.read("unit/one")) == ("one.py", b"one.py")
    submission = put(tmp_path, "unit/one.py")
    assert (submission.shown("unit/one"), submission.read("unit/one")) == ("unit/one.py", b"unit/one.py")
    submission = put(tmp_path, "exercises/unit/one.py")
    assert submission.read("unit/one") == b"exercises/unit/one.py"


def test_a_file_is_read_once_so_that_what_is_graded_is_what_was_hashed(tmp_path: Path) -> None:
    submission = put(tmp_path, "one.py")
    assert submission.read("unit/one") == b"one.py"
    (tmp_path / "one.py").write_bytes(b"changed")
    assert (submission.read("unit/one"), submission.modules["one"]) == (b"one.py", ("one.py", b"one.py"))
    (tmp_path / "one.py").unlink()
    assert (submission.read("unit/one"), submission.shown("unit/one")) == (b"one.py", "one.py")


def test_what_is_not_there_is_none(tmp_path: Path) -> None:
    submission = Submission(tmp_path / "nowhere")
    assert submission.path("unit/one") is None
    assert submission.read("unit/one") is None
    assert submission.shown("unit/one") == "one.py"
    assert submission.modules == {}


def test_modules_are_found_in_a_fixed_order_and_hidden_folders_are_not(tmp_path: Path) -> None:
    submission = put(tmp_path, "a.py", "unit/a.py", "unit/b.py", "exercises/unit/c.py", ".git/d.py", "unit/deep/e.py")
    assert submission.modules == {
        "a": ("a.py", b"a.py"),
        "b": ("unit/b.py", b"unit/b.py"),
        "c": ("exercises/unit/c.py", b"exercises/unit/c.py"),
    }


def test_modules_leave_out_what_cannot_be_read_and_what_is_too_much(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "_fifo.py")
    (tmp_path / "_link.py").symlink_to("/etc/passwd")
    names = [f"m{number:03}" for number in range(MAX_FILES)]
    assert list(put(tmp_path, *(f"{name}.py" for name in names)).modules) == names[: MAX_FILES - 2]


def test_folders_that_are_links_are_not_followed(tmp_path: Path) -> None:
    put(tmp_path / "elsewhere", "unit/one.py", "two.py")
    folder = tmp_path / "submission"
    folder.mkdir()
    (folder / "exercises").symlink_to(tmp_path / "elsewhere")
    submission = Submission(folder)
    assert submission.modules == {}
    with pytest.raises(UnreadableError, match=r"^is in a folder that is a link; put the folder itself there$"):
        submission.read("unit/one")


def test_the_submission_itself_may_be_a_link(tmp_path: Path) -> None:
    put(tmp_path / "real", "unit/one.py", "exercises/unit/two.py")
    (tmp_path / "link").symlink_to("real")
    submission = Submission(tmp_path / "link")
    assert submission.read("unit/one") == b"unit/one.py"
    assert sorted(submission.modules) == ["one", "two"]


@pytest.mark.parametrize(
    ("name", "kibibytes"),
    [("a.py", 256), ("a.ipynb", 4096), ("A.IPYNB", 4096), ("all.zip", 8192), ("all.tar.gz", 8192)],
)
def test_notebooks_and_archives_may_be_larger(name: str, kibibytes: int) -> None:
    assert most_bytes(name) == kibibytes << 10
