"""Writing, reading and locking of state, on every system: CI runs this file on Windows, too."""

from __future__ import annotations

import errno
import os
import subprocess
import time
from pathlib import Path
from typing import IO

import pytest

from grader.files import regular_file, safe_write, state_file
from grader.files.regular_file import UnreadableError, read_file
from grader.files.safe_write import UNFINISHED, move, promised, whole

ON_WINDOWS = os.name == "nt"


@pytest.fixture(params=["as here", "by paths, as on Windows"])
def root(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the root of a workspace, once as this system opens files, and once without descriptors and O_NOFOLLOW."""
    if request.param != "as here":
        monkeypatch.setattr(os, "supports_dir_fd", set())
        for module in (safe_write, regular_file):
            monkeypatch.setattr(module, "NO_LINK", 0)
        monkeypatch.setattr(state_file, "LOCKING", state_file.LOCKING & ~getattr(os, "O_NOFOLLOW", 0))
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


def put(path: Path, content: bytes, root: Path | None = None) -> None:
    with whole(path, root) as file:
        file.write(content)


def link_folder(path: Path, target: Path) -> None:
    if ON_WINDOWS:
        subprocess.run(["cmd", "/c", "mklink", "/J", str(path), str(target)], check=True, capture_output=True)
    else:
        path.symlink_to(target, target_is_directory=True)


def link_file(path: Path, target: Path) -> None:
    """Make a link to a file; skip the test where Windows gives no right to it."""
    try:
        path.symlink_to(target)
    except OSError:
        if ON_WINDOWS:
            pytest.skip("not on this Windows: links to files need developer mode or an administrator")
        raise


def unfinished(folder: Path) -> list[Path]:
    return list(folder.rglob(f"*{UNFINISHED}"))


def test_a_file_is_written_anew_and_over_another(root: Path) -> None:
    for content in (b"one\r\n", b"two\n"):
        put(root / "a/b/file", content, root)
        assert (root / "a/b/file").read_bytes() == content
    move(root / "a/b/file", root / "c/moved", root)
    assert (root / "c/moved").read_bytes() == b"two\n"
    assert unfinished(root) == []


def test_nothing_is_written_through_a_folder_that_leads_elsewhere(root: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    put(root / "file", b"1", root)
    link_folder(root / "out", tmp_path / "outside")
    words = "it is a link, and nothing is written through links"
    with pytest.raises(OSError, match=words):
        put(root / "out/file", b"2", root)
    with pytest.raises(OSError, match=words):
        move(root / "file", root / "out/file", root)
    link_folder(root / ".learn", tmp_path / "outside")
    assert not state_file.save(root / ".learn/state.json", b"3")
    with state_file.locked(root / ".learn/state.json"):
        assert list((tmp_path / "outside").iterdir()) == []
    assert state_file.load(root / ".learn/state.json", str, str) == ""


def test_a_root_may_be_reached_through_a_link(root: Path, tmp_path: Path) -> None:
    link_folder(tmp_path / "course", root)
    put(tmp_path / "course/a/file", b"1", tmp_path / "course")
    assert (root / "a/file").read_bytes() == b"1"


def test_a_file_that_is_a_link_is_replaced_and_its_target_stays(root: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"mine")
    link_file(root / "file", tmp_path / "mine")
    with pytest.raises(UnreadableError, match="is a link; put the file itself there"):
        read_file(root / "file")
    put(root / "file", b"new", root)
    assert ((root / "file").read_bytes(), (root / "file").is_symlink()) == (b"new", False)
    (root / ".learn").mkdir()
    link_file(root / ".learn/state.json.lock", tmp_path / "made by a lock")
    with state_file.locked(root / ".learn/state.json"):
        assert not (tmp_path / "made by a lock").exists()
    link_file(root / "named", tmp_path / "mine")
    with promised(root / "named") as file:  # an output is where the user named it
        file.write(b"output")
    assert (tmp_path / "mine").read_bytes() == b"output"


@pytest.fixture
def held(root: Path, monkeypatch: pytest.MonkeyPatch) -> IO[bytes]:
    """Return the open file `held`, which can't be replaced until it is closed; elsewhere as on Windows."""
    put(root / "held", b"old", root)
    file = (root / "held").open("rb")
    if not ON_WINDOWS:
        monkeypatch.setattr(safe_write, "PAUSES", (0.05, 0.2, 1.0))
        replace = os.replace

        def guarded(*arguments: object, **folders: object) -> None:
            if not file.closed:
                raise PermissionError(errno.EACCES, "the file is open")
            replace(*arguments, **folders)  # type: ignore[arg-type]

        monkeypatch.setattr(os, "replace", guarded)
    return file


def test_a_move_waits_for_a_program_that_has_the_file_open(
    root: Path, held: IO[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", lambda seconds: (waited.append(seconds), len(waited) == 2 and held.close()))
    put(root / "held", b"new", root)
    assert ((root / "held").read_bytes(), waited) == (b"new", [0.05, 0.2])


def test_a_file_that_stays_open_keeps_its_content(root: Path, held: IO[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: None)
    with held, pytest.raises(PermissionError):
        put(root / "held", b"new", root)
    assert (root / "held").read_bytes() == b"old"
    assert unfinished(root) == []


def test_a_lock_is_held_by_one(root: Path) -> None:
    path = root / ".learn/state.json"
    with state_file.locked(path):
        second = os.open(path.with_name("state.json.lock"), os.O_RDWR)
        assert not state_file.lock(second, waits=False)
        os.close(second)
    with state_file.locked(path):
        assert state_file.save(path, b"1")
    second = os.open(path.with_name("state.json.lock"), os.O_RDWR)
    assert state_file.lock(second, waits=False)
    os.close(second)
