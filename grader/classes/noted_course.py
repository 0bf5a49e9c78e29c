"""Read which course workspaces that were handed in say that they are of; their learners can have written anything."""

import json
from collections.abc import Iterable
from pathlib import Path

from grader.files.regular_file import UnreadableError, read_below

NOTE = ".learn/workspace.json"
MAX_BYTES, MAX_NAME = 1 << 16, 80


def noted_courses(folders: Iterable[Path]) -> set[str]:
    """Return the ids of the courses in the notes of workspaces; a note that is damaged, or no regular file, has none."""
    return {course for folder in folders if (course := _noted_course(folder))}


def _noted_course(folder: Path) -> str:
    try:
        note = json.loads(read_below(folder, folder / NOTE, MAX_BYTES) or b"{}")
    except (UnreadableError, ValueError, RecursionError):
        return ""
    course = note.get("course") if isinstance(note, dict) else None
    return course[:MAX_NAME] if isinstance(course, str) else ""
