"""A file that is reset is kept, whatever happens, and can be brought back."""

from __future__ import annotations

import errno
import os
from datetime import datetime
from pathlib import Path

import pytest

from grader.core.errors import UnwritableError, UserError
from grader.course.course import Course
from grader.learner.folder import Workspace, create
from grader.learner.reset import Reset, is_stub, newest, reset_exercise, undo_reset

NOW = datetime(2026, 11, 22, 21, 30, 5)
LATER = datetime(2026, 11, 22, 21, 31)
ID = "small/total"


@pytest.fixture
def begun(tiny: Course, tmp_path: Path) -> Workspace:
    """Return a workspace in which one file is the learner's."""
    folder = tmp_path / "mein Kurs ü"
    create(folder, tiny)
    (folder / "exercises/small/total.py").write_bytes(b"mine\r\n\xff")
    return Workspace(folder)


def contents(folder: Path) -> list[bytes]:
    """Return what is in the files of a folder, sorted."""
    return sorted(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_the_file_is_kept_and_the_stub_put_back(tiny: Course, begun: Workspace) -> None:
    file = begun.stub_path(ID)
    done = reset_exercise(tiny, begun, ID, NOW)
    assert done == Reset(file, begun.state / "old/total-2026-11-22-213005.py")
    assert is_stub(tiny, begun, ID)
    assert [each.read_bytes() for each in (begun.state / "old").iterdir()] == [b"mine\r\n\xff"]
    assert not list(begun.folder.rglob("*.tmp"))


def test_undo_brings_back_the_last_one_and_keeps_the_one_in_its_place(tiny: Course, begun: Workspace) -> None:
    file = begun.stub_path(ID)
    reset_exercise(tiny, begun, ID, NOW)
    file.write_bytes(b"second")
    reset_exercise(tiny, begun, ID, NOW)  # in the same second
    file.write_bytes(b"third")
    done = undo_reset(tiny, begun, ID, LATER)
    assert file.read_bytes() == b"second"
    assert done.kept is not None
    assert done.kept.read_bytes() == b"third"
    assert contents(begun.state / "old") == [b"mine\r\n\xff", b"third"]


@pytest.mark.parametrize(
    ("kind", "what"), [("link", "a link"), ("dead link", "a link"), ("folder", "not a regular file")]
)
def test_something_else_than_a_file_is_left_alone(tiny: Course, begun: Workspace, kind: str, what: str) -> None:
    file, elsewhere = begun.stub_path(ID), begun.folder / "elsewhere.py"
    os.replace(file, elsewhere)
    if kind == "folder":
        file.mkdir()
    else:
        file.symlink_to("nowhere.py" if kind == "dead link" else elsewhere)
    with pytest.raises(UserError) as caught:
        reset_exercise(tiny, begun, ID, NOW)
    assert str(caught.value) == f"{file} is {what}; move it away first"
    assert os.path.lexists(file)
    assert elsewhere.read_bytes() == b"mine\r\n\xff"


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(errno.ENOSPC, "No space left on device")])
@pytest.mark.parametrize("call", [1, 2])
def test_an_interruption_loses_nothing(
    tiny: Course, begun: Workspace, monkeypatch: pytest.MonkeyPatch, call: int, error: BaseException
) -> None:
    replace, calls = os.replace, []

    def failing(source: str, target: str, **folders: int) -> None:
        calls.append(source)
        if len(calls) == call:
            raise error
        replace(source, target, **folders)

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises((KeyboardInterrupt, UnwritableError)):
        reset_exercise(tiny, begun, ID, NOW)
    assert begun.stub_path(ID).read_bytes() == b"mine\r\n\xff"
    assert contents(begun.state / "old") == [b"mine\r\n\xff"] * (call - 1)
    assert not list(begun.folder.rglob("*.tmp"))


def test_a_file_that_an_editor_saves_meanwhile_is_left_in_place(
    tiny: Course, begun: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace, file = os.replace, begun.stub_path(ID)

    def saved(source: str, target: str, **folders: int) -> None:
        replace(source, target, **folders)
        if target != file.name:
            file.write_text("saved")

    monkeypatch.setattr(os, "replace", saved)
    with pytest.raises(UserError, match="was saved meanwhile"):
        reset_exercise(tiny, begun, ID, NOW)
    assert file.read_text() == "saved"
    assert contents(begun.state / "old") == [b"mine\r\n\xff"]


def test_the_newest_is_by_time_then_number_and_not_empty(begun: Workspace) -> None:
    folder = begun.state / "old"
    folder.mkdir()
    for name in ("total-2026-11-22-213005-10.py", "total-2026-11-22-213005-9.py", "total-2025-12-31-235959.py"):
        (folder / name).write_text("old")
    (folder / "total-2026-11-23-213005.py").write_text("")  # a name was reserved, and the process killed
    assert newest(begun, ID) == folder / "total-2026-11-22-213005-10.py"
