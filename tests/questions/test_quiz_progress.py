"""How far somebody is in a quiz: no answer is ever lost, and nothing that is kept does any harm."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from quiz_taking import POINTS, Learner, keys
from workplace import Workplace

from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.quiz import progress as quiz_progress
from grader.questions.quiz.progress import QuizProgress, WorkspaceQuizzes


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Learner:
    return Learner(tmp_path, monkeypatch, capsys)


@pytest.fixture
def workspace(place: Learner) -> Learner:
    """Return a workspace of the course, without its files."""
    place.write(".learn/workspace.json", "{}")
    return place


# --- nothing is lost --------------------------------------------------------------------------


def started(place: Workplace, *arguments: str) -> subprocess.Popen[str]:
    """Start `learn quiz` as a process of its own that waits for answers."""
    return subprocess.Popen(
        [sys.executable, "-m", "grader", "quiz", *arguments],
        cwd=place.folder,
        env={**os.environ, **place.environment, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def read_until(process: subprocess.Popen[str], text: str) -> str:
    """Return what a process writes until it has written a text."""
    assert process.stdout is not None
    written = ""
    while not written.endswith(text):
        more = process.stdout.read(1)
        assert more, written
        written += more
    return written


@pytest.mark.slow
@pytest.mark.parametrize("answered", [0, 2, 6])
def test_killed_after_any_answer_it_goes_on_with_the_next_question(workspace: Learner, answered: int) -> None:
    right = keys(3)
    process = started(workspace, "overview", "--seed", "3")
    assert process.stdin is not None
    read_until(process, "for help): ")
    for key in right[:answered]:
        process.stdin.write(f"{key}\n")
        process.stdin.flush()
        read_until(process, "for help): ")
    process.kill()
    process.communicate()
    assert len(workspace.kept().sitting("overview", 3).scores) == answered
    ran = workspace.quiz("overview", "--seed", "3", answers="\n".join(right[answered:]))
    assert ran.out.startswith(f"The big picture: question {answered + 1} of 7\n")
    assert f"You have {POINTS} of {POINTS} points." in ran.out


@pytest.mark.slow
def test_an_interrupt_says_how_to_go_on(workspace: Learner) -> None:
    process = started(workspace, "overview", "--seed", "3")
    assert process.stdin is not None
    read_until(process, "for help): ")
    process.stdin.write(f"{keys(3)[0]}\n")
    process.stdin.flush()
    read_until(process, "for help): ")
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (130, "")
    assert out == "\n\nStopped; your answers are kept. Go on with: learn quiz overview --seed 3\n"
    assert len(workspace.kept().sitting("overview", 3).scores) == 1


def test_a_state_that_cannot_be_written_is_said_once_and_asked_on(workspace: Learner) -> None:
    workspace.patch.setattr(os, "replace", lambda *_, **__: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
    ran = workspace.quiz("overview", "--seed", "3", answers="\n".join(keys(3)))
    assert ran.code == 0
    assert ran.err == f"learn: {workspace.folder / '.learn'} cannot be written, so your answers are not kept\n"
    assert f"You have {POINTS} of {POINTS} points." in ran.out
    names = {path.name for path in (workspace.folder / ".learn").iterdir()}
    assert names == {"quiz.json.lock", "workspace.json"}
    stopped = workspace.quiz("overview", "--seed", "3", answers=f"{keys(3)[0]}\nquit\n")
    assert stopped.out.endswith("\nStopped. Your answers are lost, since they could not be kept.\n")


def test_a_sitting_survives_being_saved(tmp_path: Path) -> None:
    kept = WorkspaceQuizzes(
        "seed", {"overview": QuizProgress(2, 3, {"b": AnswerJudgement(1, 2), "a": AnswerJudgement(0, 1)})}
    )
    assert quiz_progress.save(tmp_path, kept)
    assert quiz_progress.load(tmp_path) == kept
    first = (tmp_path / "quiz.json").read_bytes()
    assert quiz_progress.save(tmp_path, quiz_progress.load(tmp_path))
    assert (tmp_path / "quiz.json").read_bytes() == first
