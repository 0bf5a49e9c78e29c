"""`learn generate --mine` from the command line: what it prints, where, and with which exit code."""

from __future__ import annotations

import json
import signal
import sys
import time
from pathlib import Path

import pytest
from workplace import Ran, Workplace

STORY = "Once upon a time"
ARGMAX = "def sample(p, u):\n    return int(p.argmax())\n"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the course."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    assert place.learn("init").code == 0
    return place


def solve(workspace: Workplace, **sources: str) -> None:
    """Write learners' files, and note that they have passed."""
    course = {path.stem: path for path in (workspace.folder / "exercises").rglob("*.py")}
    noted = {}
    for name, text in sources.items():
        course[name].write_text(text, "utf-8")
        noted[f"{course[name].parent.name}/{name}"] = {"status": "pass"}
    workspace.write(".learn/progress.json", json.dumps({"exercises": noted}))


def own(workspace: Workplace, *more: str) -> Ran:
    """Generate with one's own functions."""
    return workspace.learn("generate", STORY, "--mine", "--max-tokens", "12", *more)


def usual(workspace: Workplace, *more: str) -> str:
    """Return what is written without any."""
    return workspace.learn("generate", STORY, "--max-tokens", "12", *more).out


@pytest.mark.slow
def test_the_last_line_says_which_parts_are_whose(workspace: Workplace) -> None:
    solve(
        workspace, sample_with_u=ARGMAX, nucleus_membership="def nucleus(p, top_p):\n    return list(range(len(p)))\n"
    )
    ran = own(workspace)
    assert (ran.code, ran.out) == (0, usual(workspace, "--temperature", "0"))
    assert ran.err.startswith("Yours: sample_with_u, nucleus_membership. The course's: softmax_stable, temperature_")
    assert ran.err.endswith("cached_forward, cached_generate (drives), one_step.\n")


@pytest.mark.slow
def test_a_failure_is_one_sentence_after_the_text(workspace: Workplace) -> None:
    solve(workspace, sample_with_u="def sample(p, u):\n    print('hi\\x1b[1m')\n    raise KeyError('\\x1b[31moops')\n")
    ran = own(workspace)
    assert (ran.code, ran.out) == (1, "\n")
    assert ran.err.splitlines() == [
        "Your functions printed:",
        "hi\\x1b[1m",
        "learn: your sample_with_u.sample failed at step 1, after the token ' time': KeyError: '\\x1b[31moops' "
        "(exercises/picking/sample_with_u.py:3)",
    ]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interrupt_ends_it_at_once(workspace: Workplace) -> None:
    endless = "def sample(p, u, calls=[]):\n    calls.append(p)\n    while len(calls) > 3:\n        pass\n    return int(p.argmax())\n"
    solve(workspace, sample_with_u=endless)
    with workspace.start("generate", STORY, "--mine") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(1)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert (process.returncode, rest) == (130, "\nlearn: interrupted\n")


def test_own_functions_need_a_workspace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    ran = Workplace(tmp_path, monkeypatch, capsys, course=None).learn("generate", STORY, "--mine")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("learn: no exercises in ")
