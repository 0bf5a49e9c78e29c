"""Build the files of a starter repository: stubs, a README, the install source, and the platform's configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.authoring.starter.gradescope_zip import build
from grader.authoring.starter.install import InstallSource
from grader.course.course import Course
from grader.files import html_page
from grader.learner import record
from grader.learner.editor_files import editor_files
from grader.learner.workspace import demands

RECIPES = ("github", "classroom50", "classroom", "gitlab", "gradescope")
WITH_AUTOGRADER = ("classroom50", "gradescope")
"""The platforms that grade with the teacher's own files, which learners do not get."""
TEMPLATES = Path(__file__).parent / "templates"
NO_EXERCISES = b"EXERCISES: tuple[str, ...] = ()"

Files = Mapping[str, bytes]


class Assignment(NamedTuple):
    """The exercises of a course that are handed out, and the install source of the package that grades them."""

    course: Course
    exercise_ids: Sequence[str]
    source: InstallSource

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the exercises; empty for the whole course."""
        if list(self.exercise_ids) == self.course.exercise_ids:
            return ()
        return tuple(each.rpartition("/")[2] for each in self.exercise_ids)


def starter_files(recipe: str, assignment: Assignment) -> Files:
    """Return the files of the repository that learners copy, by path."""
    course = assignment.course
    return {
        "README.md": readme(recipe, assignment).encode(),
        **{f"exercises/{each}.py": course.stub(each).read_bytes() for each in assignment.exercise_ids},
        **assignment.source.files,
        **_filled(TEMPLATES / "common", assignment),
        **_filled(TEMPLATES / recipe, assignment),
        **{name: text.encode() for name, text in editor_files(course).items()},
        f".learn/{record.MARKER}": record.to_bytes(record.of_course(course, assignment.exercise_ids)),
    }


def autograder_files(recipe: str, assignment: Assignment) -> Files:
    """Return the files that the platform grades with, by path; they are for the teacher only."""
    if recipe == "gradescope":
        return {"autograder.zip": build(assignment.source.files, exercises=assignment.names)}
    files = {**_filled(TEMPLATES / "classroom50-autograder", assignment), **assignment.source.files}
    chosen = f"EXERCISES: tuple[str, ...] = {assignment.names!r}".replace("'", '"')
    assert NO_EXERCISES in files["autograder.py"]
    files["autograder.py"] = files["autograder.py"].replace(NO_EXERCISES, chosen.encode())
    return files


def _filled(folder: Path, assignment: Assignment) -> Files:
    """Return the files of a template folder with its placeholders filled in; empty if there is no such folder."""
    words = {
        b"@EXERCISES@": "".join(f" {name}" for name in assignment.names) or " --all",
        b"@FIRST@": assignment.exercise_ids[0],
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


def readme(recipe: str, assignment: Assignment) -> str:
    """Return the README for a platform: how learners hand in there, and the exercises that are handed out."""
    return html_page.text(
        TEMPLATES,
        "README.md.jinja",
        recipe=recipe,
        course=assignment.course,
        ids=assignment.exercise_ids,
        demands=demands(assignment.course, assignment.exercise_ids),
        first=assignment.exercise_ids[0].rpartition("/")[2],
        needs_git=assignment.source.needs_git,
    )
