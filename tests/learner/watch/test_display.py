"""A watch's whole window, drawn on a screen whose cursor stays on the last column."""

from __future__ import annotations

import pyte
import pytest
from window import Screen

from grader.learner.watch import display
from grader.learner.watch.display import FullScreen

COLUMNS, ROWS = 20, 5


def drawn(capsys: pytest.CaptureFixture[str], *drawings: list[str]) -> list[str]:
    """Return what a screen shows after some drawings."""
    screen = Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    stream.feed(display.ENTER)
    for lines in drawings:
        FullScreen().draw(lines)
        stream.feed(capsys.readouterr().out)
    return [row.rstrip() for row in screen.display]


@pytest.fixture(autouse=True)
def size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the window a size."""
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("LINES", str(ROWS))


def test_a_full_row_keeps_its_last_character_and_old_rows_go(capsys: pytest.CaptureFixture[str]) -> None:
    full = [letter * COLUMNS for letter in "abcde"]
    assert drawn(capsys, full) == full
    assert drawn(capsys, full, ["short", full[1]]) == ["short", full[1], "", "", ""]


@pytest.mark.parametrize(
    ("row", "parts"),
    [
        ("x" * 20, ["x" * 20]),
        ("x" * 21, ["x" * 20, "x"]),
        ("\x1b[31m" + "x" * 21 + "\x1b[0m", ["\x1b[31m" + "x" * 20, "\x1b[31mx\x1b[0m"]),
        ("日" * 11, ["日" * 10, "日"]),
        ("", [""]),
    ],
)  # fmt: skip
def test_what_is_wider_than_the_window_is_broken_and_not_cut(row: str, parts: list[str]) -> None:
    assert display._parts(row, COLUMNS) == parts
