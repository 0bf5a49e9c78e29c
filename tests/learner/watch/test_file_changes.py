"""Which files have changed, however they are written."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from grader.learner.watch import file_changes
from grader.learner.watch.file_changes import WatchedFiles, signature


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a workspace with two files."""
    for name in ("one", "two"):
        path = tmp_path / "exercises/unit" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path


def files_of(folder: Path) -> WatchedFiles:
    """Return its files, watched."""
    return WatchedFiles(lambda: [(each, folder / "exercises/unit" / f"{each}.py") for each in ("one", "two")])


def test_a_change_is_found_once_however_it_is_made(folder: Path) -> None:
    files, one = files_of(folder), folder / "exercises/unit/one.py"
    assert files.changed() == []
    one.write_text("another length")
    assert (files.changed(), files.changed()) == (["one"], [])
    fresh = one.with_suffix(".tmp")
    fresh.write_text("another length")
    fresh.replace(one)
    assert (files.changed(), files.changed()) == (["one"], [])
    one.unlink()
    assert (files.changed(), files.changed()) == (["one"], [])
    one.write_text("it is back")
    assert (files.changed(), files.changed()) == (["one"], [])


def test_a_file_that_was_emptied_first_is_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_changes, "RETURN_SECONDS", 300.0)  # the writer may have to wait for a processor
    files, one = files_of(folder), folder / "exercises/unit/one.py"
    one.write_text("")
    writer = threading.Timer(0.03, one.write_text, args=("all of it",))
    writer.start()
    changed = files.changed()
    writer.join()
    assert (changed, one.read_text(), signature(one) is None) == (["one"], "all of it", False)
    assert files.changed() == []
