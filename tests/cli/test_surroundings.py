"""Standard streams that are closed, and a Ctrl-C at any time: no command ends in a traceback."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from systems import linux_only, posix_only, root_only
from workplace import Workplace

from grader.cli import INTERRUPTED, is_interrupt

pytestmark = posix_only("closed streams and signals")
COMMANDS = {
    "status": 0,
    "check total": 0,
    "ask total": 1,
    "grade exercises --exercise total": 0,
    "nothing": 2,
}
INTERRUPTING = """
import os, sys
count = 0
def interrupt(event, args):
    global count
    count += 1
    if count == {at}:
        os.kill(os.getpid(), 2)
from grader.cli import main
sys.addaudithook(interrupt)
try:
    main()
finally:
    os.write(2, b"%d" % count)
"""
IN_A_FINALIZER = """
import sys
from pathlib import Path
class Late:
    def __del__(self):
        raise KeyboardInterrupt
sys.addaudithook(lambda event, args: Late() if event == "import" and args[0] == "click" else None)
from grader.cli import main
main()
"""


def test_a_ctrl_c_while_a_class_is_made_is_known_as_one() -> None:
    class Interrupting:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    with pytest.raises((RuntimeError, KeyboardInterrupt)) as caught:  # Python 3.11 makes a RuntimeError of it
        type("Made", (), {"field": Interrupting()})
    assert is_interrupt(caught.value)
    assert not is_interrupt(RuntimeError("of its own"))


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the tiny course."""
    place = Workplace(tmp_path, monkeypatch, capsys)
    assert place.learn("init").code == 0
    return place


@pytest.mark.slow
@pytest.mark.parametrize("closing", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_change_no_exit_code(workspace: Workplace, closing: str) -> None:
    workspace.solve("total")
    for command, code in COMMANDS.items():
        shell = ["sh", "-c", f'"$0" -m grader {command} {closing}', sys.executable]
        ran = subprocess.run(shell, cwd=workspace.folder, capture_output=True, check=False)
        assert (ran.returncode, b"Traceback" in ran.stdout + ran.stderr) == (code, False), (command, ran)


def interrupted(place: Workplace, code: str, *arguments: str) -> tuple[int, str]:
    """Run code that interrupts a command; return the exit code and the errors."""
    command = [sys.executable, "-c", code, *arguments]
    ran = subprocess.run(command, cwd=place.folder, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stderr


@pytest.mark.slow
def test_a_ctrl_c_at_any_time_ends_a_command_with_a_word(workspace: Workplace) -> None:
    code, said = interrupted(workspace, INTERRUPTING.format(at=0), "list")
    assert code == 0, said
    events = int(said)
    assert events > 500
    for part in range(1, 17):
        code, said = interrupted(workspace, INTERRUPTING.format(at=events * part // 17), "list")
        assert (code, re.sub(r"\d+$", "", said).strip()) == (INTERRUPTED, "learn: interrupted"), part


@pytest.mark.slow
def test_a_ctrl_c_in_a_finalizer_is_not_lost(workspace: Workplace) -> None:
    code, said = interrupted(workspace, IN_A_FINALIZER, "list")
    assert (code, said.strip()) == (INTERRUPTED, "learn: interrupted")


@linux_only("a file system of its own")
@root_only("a mount")
@pytest.mark.slow
def test_without_proc_the_confinement_is_refused_with_a_sentence(workspace: Workplace) -> None:
    shell = 'mount -t tmpfs none /proc && exec "$0" -m grader check total'
    ran = subprocess.run(["unshare", "--mount", "sh", "-c", shell, sys.executable], capture_output=True, check=False)
    if b"unshare" in ran.stderr or b"mount: " in ran.stderr:
        pytest.skip("nothing can be mounted here")
    assert (ran.returncode, ran.stderr.count(b"\n")) == (3, 1)
    assert b"mount /proc" in ran.stderr
