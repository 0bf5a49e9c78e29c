"""A workspace in which lines are piped into `learn review`."""

from __future__ import annotations

import io
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from small_deck import course_with_decks, small
from workplace import Ran, Workplace

from flashcards.schedule import Keeper
from grader.cli import review
from grader.files.markdown import to_plain

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=timezone(timedelta(hours=1)))
BACK = to_plain(small().cards[0].back).split("\n")
"""The lines of the first card's answer."""
WRONG = "def total(values):\n    return float(values.sum() / max(len(values), 1))\n"


class Learner(Workplace):
    """A workspace of the tiny course with seven cards, in which lines are piped into `learn review`."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, captured: pytest.CaptureFixture[str]) -> None:
        course = folder.parent / "Kurs"
        course_with_decks(course)
        super().__init__(folder, patch, captured, course=course)
        self.patch = patch
        self.now = NOW
        patch.setattr(review, "clock", lambda: self.now)
        patch.delenv("SOURCE_DATE_EPOCH", raising=False)
        self.write(".learn/workspace.json", "{}")

    def review(self, *arguments: str, typed: str | bytes = "") -> Ran:
        """Run `learn review` with some lines of input."""
        raw = typed if isinstance(typed, bytes) else typed.encode()
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), "utf-8"))
        return self.learn("review", *arguments)

    def kept(self) -> Keeper:
        """Return what the workspace keeps."""
        keeper = Keeper(self.folder / ".learn")
        keeper.load()
        return keeper

    def fail(self) -> None:
        """Make a mistake that `learn check` names."""
        self.write("exercises/small/total.py", WRONG)
        assert self.learn("check", "total").code == 1


def files(place: Learner) -> list[str]:
    """Return the files of the workspace."""
    return sorted(path.relative_to(place.folder).as_posix() for path in place.folder.rglob("*") if path.is_file())
