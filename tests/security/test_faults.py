"""Commands whose writes fail or that are killed, at each step: every file has its old content or its new, never neither.

The steps are the interpreter's audit events for what changes files. `tests/files/test_state_file.py` does the same to the
functions that write.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from class_cases import CLASS, store
from places import DATA

from grader.cli.main import run
from grader.files.safe_write import UNFINISHED

resource = pytest.importorskip("resource", reason="killed processes and limits are not so on Windows")
pytestmark = pytest.mark.slow

CHANGES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
EVENTS = ("os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate")
KEPT = (0, 1, 2, 3, 130)
"""Exit codes of a command that says what is wrong."""
MOST = 8
"""Steps that are tried of a command with more, evenly spread."""
WORKSPACE = (
    "init fresh", "hint total", "next", "reset total", "reset total --undo",
    "report results --out report.html --force", "report results --pages pages --force",
)  # fmt: skip


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a workspace of the tiny course with work, results and a page in it."""
    top = tmp_path_factory.mktemp("faults")
    folder = top / "base"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        settings = {"XDG_CACHE_HOME": top / "cache", "LEARN_COURSE": DATA / "course", "NO_COLOR": "1"}
        for name, value in settings.items():
            patch.setenv(name, str(value))
        patch.chdir(folder)
        yield filled(folder)


def filled(folder: Path) -> Path:
    """Fill the current folder with state and outputs."""
    for command in ("init .", "hint total"):
        assert run(command.split()) == 0
    (folder / "exercises/small/total.py").write_text("def total(numbers):\n    return 7\n")
    for command in ("check total --confine none", "reset total"):
        assert run(command.split()) in (0, 1)
    (folder / "exercises/small/total.py").write_text("def total(numbers):\n    return sum(numbers)\n")
    store(folder / "results", {"ada": CLASS["ada"]})
    (folder / "report.html").write_text("old")
    (folder / "cards.html").write_text("old")
    (folder / "pages").mkdir()
    return folder


def hurt(folder: Path, command: str, act: Callable[[], None], step: int = 0) -> tuple[int, int]:
    """Run a command in a process that acts at a step; return its exit code and the number of its steps."""
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.close(writer)
        with open(reader, "rb") as pipe:
            steps = len(pipe.read())
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), steps
    os.chdir(folder)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    count, mine = [0], os.getpid()

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        is_change = event == "open" and isinstance(arguments[2], int) and arguments[2] & CHANGES
        if not (is_change and isinstance(arguments[0], str) and arguments[0] != os.devnull) and event not in EVENTS:
            return
        if os.getpid() != mine or "/tmp/learn" in str(arguments[0]):
            return
        os.write(writer, b".")
        count[0] += 1
        if count[0] == step:
            act()

    if not step:
        act()
    sys.addaudithook(hook)
    try:
        os._exit(run(command.split()))
    except BaseException:
        os._exit(99)


def fail(code: int) -> Callable[[], None]:
    """Return what lets a step fail."""

    def act() -> None:
        raise OSError(code, os.strerror(code))

    return act


def kill() -> None:
    """End this process without a word."""
    os.kill(os.getpid(), signal.SIGKILL)


def fill(size: int) -> Callable[[], None]:
    """Return what lets no file grow beyond a size in bytes, as on a full disk."""

    def act() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return act


def tree(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, without temporary ones and locks."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.endswith((UNFINISHED, ".lock")))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def is_whole(content: bytes, known: set[bytes]) -> bool:
    """Return whether content is that of some file before or after, or whole JSON, which may have another time in it."""
    try:
        return content in known or bool(json.loads(content))
    except ValueError:
        return False


@pytest.mark.parametrize("how", ["killed", "no space", "no permission", "full"])
@pytest.mark.parametrize("command", WORKSPACE)
def test_old_or_new_content_whatever_happens(base: Path, tmp_path: Path, command: str, how: str) -> None:
    folder = tmp_path / "work"
    shutil.copytree(base, folder)
    before = tree(folder)
    code, steps = hurt(folder, command, lambda: None)
    assert code in (0, 1)
    assert steps > 0
    after = tree(folder)
    known = {*before.values(), *after.values()}
    acts = {"killed": kill, "no space": fail(errno.ENOSPC), "no permission": fail(errno.EACCES)}
    for place in range(MOST if how == "full" else min(MOST, steps)):
        shutil.rmtree(folder)
        shutil.copytree(base, folder)
        if how == "full":
            code, _ = hurt(folder, command, fill(place**4))
        else:
            code, _ = hurt(folder, command, acts[how], 1 + place * steps // min(MOST, steps))
        assert code in KEPT or (how, code) == ("killed", -signal.SIGKILL), (place, code)
        left = tree(folder)
        for name in {*before, *after, *left}:
            if name not in left:
                assert name not in before or name not in after, (place, name)
            else:
                assert is_whole(left[name], known), (place, code, name, left[name][:200])
