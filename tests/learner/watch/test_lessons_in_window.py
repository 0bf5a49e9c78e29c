"""Each page of the course, paged through a watch's window, has the letters that `learn read` prints."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pyte
import pytest
from places import COURSE
from window import Screen

from grader.cli.terminal import markdown_lines
from grader.cli.watch_terminal import _look
from grader.course.lesson import open_lesson
from grader.course.lesson_files import lesson_ids
from grader.learner.folder import Workspace
from grader.learner.progress import Progress
from grader.learner.watch.display import FullScreen, Window
from grader.learner.watch.state import State

ROWS = 24


def letters(rows: list[str]) -> str:
    return re.sub(r"\s", "", "".join(rows))


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("page_id", lesson_ids(COURSE))
@pytest.mark.slow
def test_a_page_is_whole_in_the_window(
    page_id: str, columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_lesson(COURSE, page_id)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(ROWS))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    text = f"# {page.title}\n\n{page.shown}\n\nEnter: the task"
    printed = markdown_lines(text, min(columns, 100))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    state = State(COURSE, Workspace(tmp_path), COURSE.exercise_ids[0], Progress(), view="page", page=page_id)
    window, shown = Window(FullScreen(), _look(has_bar=True)), list[str]()
    length, fitting = window.length(state), window.rows()
    for start in range(0, length, fitting):
        state.scroll = start
        screen = Screen(columns, ROWS)
        window.show(state, is_new=True)
        pyte.Stream(screen).feed(capsys.readouterr().out)
        count = min(fitting, length - start)
        body = screen.display[4 : 4 + fitting]
        shown += body[-count:] if start else body[:count]
    assert letters(shown) == letters(printed)
