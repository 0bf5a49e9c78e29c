"""Put a stub back in place of a learner's file, which is kept, and undo that.

At each moment the learner's bytes are in one of the two places, whatever interrupts: the new file is written under a
temporary name first, then the old one is moved away, then the new one gets its name.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import UnwritableError, UserError
from grader.course.course import Course
from grader.files.safe_write import UNFINISHED
from grader.workspace import progress
from grader.workspace.folder import Workspace

OLD = "old"
"""The folder for files that were reset, within the folder for state."""


class Reset(NamedTuple):
    """A file that was put in place, and where the one is kept that was there."""

    file: Path
    kept: Path | None
    """None if there was no file, or if it was the stub."""


def is_stub(course: Course, workspace: Workspace, exercise_id: str) -> bool:
    """Return whether the learner's file of an exercise is its stub, byte for byte."""
    with contextlib.suppress(OSError):
        return workspace.stub_path(exercise_id).read_bytes() == course.stub(exercise_id).read_bytes()
    return False


def reset_exercise(course: Course, workspace: Workspace, exercise_id: str, now: datetime) -> Reset:
    """Move the learner's file of an exercise to `.learn/old`, and put the stub in its place.

    Hints taken and mistakes made stay in progress, since the decks of mistakes need them.

    Raises:
        UserError: there is something else than a file at the path.
        UnwritableError: a folder cannot be written; everything is as it was.
    """
    done = _exchange(course, workspace, exercise_id, course.stub(exercise_id), now)
    _note(workspace, exercise_id)
    return done


def undo_reset(course: Course, workspace: Workspace, exercise_id: str, now: datetime) -> Reset:
    """Bring the file back that was reset last, if there is one; the one in its place is kept."""
    kept = newest(workspace, exercise_id)
    if kept is None:
        name = exercise_id.rpartition("/")[2]
        raise UserError(f"there is no file of {name} in {workspace.state / OLD} to bring back")
    done = _exchange(course, workspace, exercise_id, kept, now)
    with contextlib.suppress(OSError):  # it is in its place, and a second copy does no harm
        kept.unlink()
    _note(workspace, exercise_id)
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


def _exchange(course: Course, workspace: Workspace, exercise_id: str, source: Path, now: datetime) -> Reset:
    """Put a copy of `source` in place of the learner's file, and keep that one unless it is the stub."""
    path = workspace.stub_path(exercise_id)
    if os.path.lexists(path) and not path.is_file():
        what = "a link that leads nowhere" if path.is_symlink() else "not a file"
        raise UserError(f"{path} is {what}; move it away first")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _temporary(path, source.read_bytes()) as new:
            kept = None
            if is_stub(course, workspace, exercise_id):
                path.unlink()
            elif path.exists():
                kept = _keep(path, workspace.state / OLD, now)
            _place(new, path, kept)
    except OSError as error:
        place = error.filename or path
        raise UnwritableError(f"{place} cannot be written: {error.strerror}; nothing was changed") from error
    return Reset(path, kept)


@contextlib.contextmanager
def _temporary(path: Path, content: bytes) -> Iterator[Path]:
    """Write a file beside a path, on disk before anything is moved; remove it after the block if it is still there."""
    new = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield new
    finally:
        with contextlib.suppress(OSError):
            new.unlink()


def _keep(path: Path, folder: Path, now: datetime) -> Path:
    """Move a file into a folder under a name with the local time; return its new path."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = _reserved(folder, f"{path.stem}-{now.astimezone():%Y-%m-%d-%H%M%S}")
    try:
        if path.is_symlink():  # moved, a relative link would lead nowhere
            _copy(path, kept)
        else:
            try:
                os.replace(path, kept)
            except OSError as error:
                if error.errno != errno.EXDEV:
                    raise
                _copy(path, kept)
    except BaseException:
        with contextlib.suppress(OSError):
            if os.path.lexists(path):
                kept.unlink()
        raise
    return kept


def _reserved(folder: Path, stem: str) -> Path:
    """Create an empty file of a name that no other file has: `stem.py`, else `stem-2.py` and so on."""
    number = 1
    while True:
        path = folder / (f"{stem}.py" if number == 1 else f"{stem}-{number}.py")
        try:
            path.open("xb").close()
        except FileExistsError:
            number += 1
            continue
        return path


def _copy(path: Path, kept: Path) -> None:
    """Copy a file to a reserved name, on disk before the file is removed."""
    with path.open("rb") as source, kept.open("wb") as file:
        shutil.copyfileobj(source, file)
        file.flush()
        os.fsync(file.fileno())
    shutil.copystat(path, kept)
    path.unlink()


def _place(new: Path, path: Path, kept: Path | None) -> None:
    """Give a new file its name; if that fails or is interrupted, move the kept one back."""
    try:
        if os.path.lexists(path):  # an editor has saved meanwhile
            raise UserError(f"{path} was saved meanwhile; reset it again, if that is still wanted")
        os.replace(new, path)
    except BaseException:
        if kept and not os.path.lexists(path):
            with contextlib.suppress(OSError):
                os.replace(kept, path)
        raise
