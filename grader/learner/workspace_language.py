"""Remember the language of a workspace: `.learn/language`."""

from __future__ import annotations

from pathlib import Path

from grader.course.translation import LANGUAGE
from grader.files.safe_write import save_state
from grader.learner.record import MARKER
from grader.learner.workspace import STATE

FILE = "language"


def read_language(start: Path) -> str:
    """Return the language of the innermost workspace around a folder; empty if it has none, or none that is right."""
    for folder in (start, *start.parents):
        state = folder / STATE
        if (state / FILE).is_file():
            try:
                found = (state / FILE).read_text("utf-8").strip()
            except (OSError, UnicodeDecodeError):
                return ""
            return found if LANGUAGE.match(found) else ""
        if (state / MARKER).is_file():
            return ""
    return ""


def write_language(state: Path, language: str) -> bool:
    """Save the language in a workspace's state folder; return whether that was possible."""
    return save_state(state / FILE, f"{language}\n".encode())
