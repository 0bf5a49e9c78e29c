"""Find, open and create a workspace: the folder in which a learner writes the exercises."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import UserError
from grader.course import Content
from grader.course.course import Course
from grader.grading.submission import Submission

STATE = ".learn"
MARKER = "workspace.json"


class WorkspaceError(UserError):
    """A folder that cannot be used as a workspace; the message says what to do."""


class Workspace(NamedTuple):
    """A folder in which a learner works; a clone of the repository is one as well."""

    folder: Path

    @property
    def submission(self) -> Submission:
        """Return the learner's files."""
        return Submission(self.folder)

    @property
    def state(self) -> Path:
        """Return the folder for progress, quiz answers and the review schedule."""
        return self.folder / STATE

    def stub_path(self, exercise_id: str) -> Path:
        """Return the path of the learner's file of an exercise, or the path to create it at."""
        return self.submission.path(exercise_id) or self.folder / "exercises" / f"{exercise_id}.py"


def find(start: Path) -> Workspace | None:
    """Return the innermost workspace around a folder; None if there is none."""
    for folder in (start, *start.parents):
        if (folder / STATE / MARKER).is_file() or (folder / "exercises" / "course.yaml").is_file():
            return Workspace(folder)
    return None


def find_or_take(start: Path, course: Course) -> Workspace:
    """Return the workspace around a folder, or the folder itself if it holds learners' files.

    Raises:
        WorkspaceError: there are no exercises to grade.
    """
    if not start.is_dir():
        raise WorkspaceError(f"{start} is not a folder; give the folder that your files are in")
    inside = any(Submission(start).path(each) for each in course.exercise_ids)
    found = Workspace(start) if inside else find(start)
    if found is None:
        raise WorkspaceError(f"no exercises in {start}; make a folder with `learn init my-course` and go there")
    return found


def create(folder: Path, course: Course, content: Content) -> list[str]:
    """Create a workspace with the stubs and a short README; existing files are not changed.

    Returns:
        The paths of the new files, relative to the folder.

    Raises:
        WorkspaceError: the folder is not writable.
    """
    files = {f"exercises/{each}.py": course.stub(each).read_bytes() for each in course.exercise_ids}
    files["README.md"] = readme(course).encode()
    files[f"{STATE}/{MARKER}"] = (json.dumps({"course": course.id, "version": course.version}) + "\n").encode()
    written = []
    try:
        for name, data in files.items():
            path = folder / name
            if not os.path.lexists(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                written.append(name)
    except OSError as error:
        raise WorkspaceError(f"{folder} cannot be written: {error.strerror}; choose another folder") from error
    return written


def readme(course: Course) -> str:
    """Return the text of the workspace's README."""
    first = course.exercise_ids[0]
    name = first.rpartition("/")[2]
    return f"""# {course.title}: your workspace

Each file in `exercises/` holds one function for you to write. Begin with `exercises/{first}.py`.

    learn show {name}     read the task
    learn check {name}    see whether your function is right, and if not, why
    learn hint {name}     get a hint; there are three, each says more
    learn status          see how far you are

`pytest exercises/` runs the same checks, so the test panel of your editor works, too.
"""
