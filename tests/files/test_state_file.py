"""A write that fails or is killed at any of its steps leaves the old content or the new one, never neither."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.core.errors import UserError
from grader.files import safe_write, state_file
from grader.files.safe_write import promised, whole

resource = pytest.importorskip("resource", reason="killed processes and limits are not so on Windows")
OLD, NEW = b"old" * 5_000, b"new" * 5_000
EVENTS = ("open", "os.rename", "os.mkdir", "os.remove", "os.link")
MOST = 40
"""More steps than any write has; each is one event of the interpreter's audit hooks."""


def save_state(root: Path) -> None:
    state_file.save(root / ".learn/file", NEW)


def write_whole(root: Path) -> None:
    with whole(root / ".learn/file", root) as file:
        file.write(NEW)


def write_output(root: Path) -> None:
    with promised(root / ".learn/file") as file:
        file.write(NEW)


def move(root: Path) -> None:
    """Move a new file over the old one."""
    if not (root / "new").exists():
        (root / "new").write_bytes(NEW)
    safe_write.move(root / "new", root / ".learn/file", root)


WRITES: dict[str, Callable[[Path], None]] = {
    "state": save_state,
    "whole": write_whole,
    "output": write_output,
    "move": move,
}


def killed(step: int, action: Callable[[], None], fails: int | None = None) -> int:
    """Do something in a process that is killed at a step, or in which that step fails; return its exit code."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        steps = [step]

        def hook(event: str, _: object) -> None:
            if event in EVENTS:
                steps[0] -= 1
                if steps[0] == 0 and fails is None:
                    os.kill(os.getpid(), signal.SIGKILL)
                if steps[0] == 0 and fails is not None:
                    raise OSError(fails, os.strerror(fails))

        sys.addaudithook(hook)
        action()
    except (OSError, UserError):
        os._exit(3)
    except BaseException:
        os._exit(4)
    os._exit(0 if steps[0] > 0 else 1)


@pytest.mark.parametrize("error", [None, errno.ENOSPC, errno.EACCES], ids=["killed", "no space", "no permission"])
@pytest.mark.parametrize("name", WRITES)
@pytest.mark.slow
def test_old_or_new_content_whatever_happens(tmp_path: Path, name: str, error: int | None) -> None:
    file = tmp_path / ".learn/file"
    file.parent.mkdir()
    for step in range(1, MOST):
        file.write_bytes(OLD)
        code = killed(step, lambda: WRITES[name](tmp_path), error)
        assert code in (0, 1, 3, -signal.SIGKILL)
        assert file.read_bytes() in (OLD, NEW)
        if error:
            assert not list(file.parent.glob("*.tmp"))
        if code == 0:  # the write has fewer steps
            assert (step > 3, file.read_bytes()) == (True, NEW)
            return
    raise AssertionError("a write has more steps than this test tries")


@pytest.mark.parametrize("name", ["state", "whole", "output"])
def test_a_full_disk_leaves_the_old_content(tmp_path: Path, name: str) -> None:
    file = tmp_path / ".learn/file"
    file.parent.mkdir()
    file.write_bytes(OLD)

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, 9_000))
        WRITES[name](tmp_path)

    assert killed(MOST, limited) in (0, 3)
    assert file.read_bytes() == OLD
    assert not list(file.parent.glob("*.tmp"))
