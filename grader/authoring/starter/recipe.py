"""What is in a starter repository: the stubs, a README, and the files that a platform wants."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.authoring.starter.gradescope_zip import build
from grader.authoring.starter.install import InstallSource
from grader.authoring.starter.readme import readme
from grader.course.course import Course

RECIPES = ("github", "classroom50", "classroom", "gitlab", "gradescope")
WITH_AUTOGRADER = ("classroom50", "gradescope")
"""The platforms that grade with files of the teacher's, which learners do not get."""
TEMPLATES = Path(__file__).parent / "templates"
NO_EXERCISES = b"EXERCISES: tuple[str, ...] = ()"

Files = Mapping[str, bytes]


class Assignment(NamedTuple):
    """What is handed out: exercises of a course, and the source of the package that grades them."""

    course: Course
    exercise_ids: Sequence[str]
    source: InstallSource

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the exercises; none, if all of the course are meant."""
        if list(self.exercise_ids) == self.course.exercise_ids:
            return ()
        return tuple(each.rpartition("/")[2] for each in self.exercise_ids)


def starter_files(recipe: str, assignment: Assignment) -> Files:
    """Return the files of the repository that learners get a copy of, by their paths."""
    course = assignment.course
    marker = {"course": course.id, "version": course.version}
    return {
        "README.md": readme(recipe, course, assignment.exercise_ids, needs_git=assignment.source.needs_git).encode(),
        **{f"exercises/{each}.py": course.stub(each).read_bytes() for each in assignment.exercise_ids},
        **assignment.source.files,
        **_filled(TEMPLATES / "common", assignment),
        **_filled(TEMPLATES / recipe, assignment),
        ".learn/workspace.json": (json.dumps(marker) + "\n").encode(),
    }


def autograder_files(recipe: str, assignment: Assignment) -> Files:
    """Return the files that a platform grades with, for the teacher alone."""
    if recipe == "gradescope":
        return {"autograder.zip": build(assignment.source.files, exercises=assignment.names)}
    files = {**_filled(TEMPLATES / "classroom50-autograder", assignment), **assignment.source.files}
    chosen = f"EXERCISES: tuple[str, ...] = {assignment.names!r}".replace("'", '"')
    assert NO_EXERCISES in files["autograder.py"]
    files["autograder.py"] = files["autograder.py"].replace(NO_EXERCISES, chosen.encode())
    return files


def _filled(folder: Path, assignment: Assignment) -> Files:
    """Return the files of a template with the exercises and the image filled in; none, if there is no such folder."""
    words = {
        b"@EXERCISES@": "".join(f" {name}" for name in assignment.names),
        b"@IMAGE@": "python:3.14" if assignment.source.needs_git else "python:3.14-slim",  # the slim one has no git
    }
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            content = path.read_bytes()
            for mark, text in words.items():
                content = content.replace(mark, text.encode())
            files[path.relative_to(folder).as_posix()] = content
    return files
