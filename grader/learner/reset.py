"""Put a stub back in place of a learner's file, which is kept, and undo that.

The learner's bytes are never away: a copy is on disk before the new file takes the place of theirs, in one step.
"""

import contextlib
import os
import re
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import UnwritableError, UserError
from grader.course.course import Course
from grader.files.regular_file import UnreadableError, read_below
from grader.files.safe_write import whole
from grader.files.state_file import MAX_BYTES
from grader.learner import progress
from grader.learner.folder import Workspace

OLD = "old"
"""The folder for files that were reset, within the folder for state."""


class Reset(NamedTuple):
    """A file that was put in place, and where the one is kept that was there."""

    file: Path
    kept: Path | None
    """None if there was no file, or if it was the stub."""


def is_stub(course: Course, workspace: Workspace, exercise_id: str) -> bool:
    """Return whether the learner's file of an exercise is its stub, byte for byte."""
    with contextlib.suppress(OSError, UserError):
        return _read(workspace, workspace.stub_path(exercise_id)) == course.stub(exercise_id).read_bytes()
    return False


def reset_exercise(course: Course, workspace: Workspace, exercise_id: str, now: datetime) -> Reset:
    """Copy the learner's file of an exercise to `.learn/old`, and put the stub in its place.

    Hints taken and mistakes made stay in progress, since the decks of mistakes need them.

    Raises:
        UserError: there is something else than a file at the path.
        UnwritableError: a folder cannot be written; the learner's file is as it was.
    """
    return _exchange(course, workspace, exercise_id, course.stub(exercise_id).read_bytes(), now)


def undo_reset(course: Course, workspace: Workspace, exercise_id: str, now: datetime) -> Reset:
    """Bring the file back that was reset last, if there is one; the one in its place is kept."""
    kept = newest(workspace, exercise_id)
    content = _read(workspace, kept) if kept else None
    if kept is None or content is None:
        name = exercise_id.rpartition("/")[2]
        raise UserError(f"there is no file of {name} in {workspace.state / OLD} to bring back")
    done = _exchange(course, workspace, exercise_id, content, now)
    with contextlib.suppress(OSError):  # it is in its place, and a second copy does no harm
        kept.unlink()
    return done


def newest(workspace: Workspace, exercise_id: str) -> Path | None:
    """Return the kept file of an exercise that was reset last; None if there is none."""
    pattern = re.compile(rf"{re.escape(exercise_id.rpartition('/')[2])}-(\d{{4}}-\d\d-\d\d-\d{{6}})(?:-(\d+))?\.py")
    found = []
    with contextlib.suppress(OSError):
        for path in (workspace.state / OLD).iterdir():
            if (match := pattern.fullmatch(path.name)) and path.is_file() and path.stat().st_size:  # 0: killed early
                found.append((match[1], int(match[2] or 1), path))
    return max(found)[2] if found else None


def _note(workspace: Workspace, exercise_id: str) -> None:
    """Record that the exercise is the current one, and that its file was not checked yet."""

    def change(noted: progress.Progress) -> None:
        standing = noted.standing(exercise_id)
        standing.status, standing.score = "not-attempted", 0
        noted.last = exercise_id

    progress.update(workspace.state, change)


def _exchange(course: Course, workspace: Workspace, exercise_id: str, content: bytes, now: datetime) -> Reset:
    """Write the learner's file anew, and keep the one that is there unless it is the stub."""
    path, kept = workspace.stub_path(exercise_id), None
    before = _read(workspace, path)
    try:
        with whole(path, workspace.folder) as file:
            file.write(content)
            if before is not None and before != course.stub(exercise_id).read_bytes():
                kept = _keep(workspace, path.stem, before, now)
            if _read(workspace, path) != before:  # an editor has saved it
                raise UserError(f"{path} was saved meanwhile; reset it again, if that is still wanted")
    except OSError as error:
        place = error.filename or path
        raise UnwritableError(f"{place} cannot be written: {error.strerror}; nothing was changed") from error
    _note(workspace, exercise_id)
    return Reset(path, kept)


def _read(workspace: Workspace, path: Path) -> bytes | None:
    """Return the content of a file, None if there is none; raise UserError if it is no file that can be kept."""
    try:
        return read_below(workspace.folder, path, MAX_BYTES)
    except UnreadableError as error:
        raise UserError(f"{path} {str(error).partition(';')[0]}; move it away first") from error


def _keep(workspace: Workspace, stem: str, content: bytes, now: datetime) -> Path:
    """Write the content of a file that was reset under a name with the local time; return its path."""
    stem = f"{stem}-{now.astimezone():%Y-%m-%d-%H%M%S}"
    paths = (workspace.state / OLD / (f"{stem}.py" if n == 1 else f"{stem}-{n}.py") for n in count(1))
    kept = next(path for path in paths if not os.path.lexists(path))
    with whole(kept, workspace.folder) as file:
        file.write(content)
    return kept
