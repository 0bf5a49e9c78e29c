"""Build the files of a starter repository: stubs, a README, the install source, and the platform's configuration."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.authoring.starter.gradescope_zip import build
from grader.authoring.starter.install import InstallSource
from grader.authoring.starter.place import filled_templates
from grader.course.course import Course
from grader.files import html_page
from grader.learner import note
from grader.learner.agents_file import AGENTS_FILE, AGENTS_TEXT
from grader.learner.editor_files import editor_files
from grader.learner.folder import demands

WITH_AUTOGRADER = ("classroom50", "gradescope")
"""The platforms that grade with the teacher's own files, which learners do not get."""
TEMPLATES = Path(__file__).parent / "templates"
NO_EXERCISES = b"EXERCISES: tuple[str, ...] = ()"

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Assignment:
    """The exercises of a course that are handed out, and the install source of the package that grades them."""

    course: Course
    exercise_ids: Sequence[str]
    source: InstallSource
    has_agents: bool = True
    """Whether the starter has the request to coding assistants."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the exercises; empty for the whole course."""
        if list(self.exercise_ids) == self.course.exercise_ids:
            return ()
        return tuple(exercise_id.rpartition("/")[2] for exercise_id in self.exercise_ids)


def starter_files(recipe: str, assignment: Assignment) -> Files:
    """Return the files of the repository that learners copy, by path."""
    course = assignment.course
    noted = note.of_course(course, assignment.exercise_ids)
    stubs = {f"exercises/{name}.py": course.stub(name).read_bytes() for name in assignment.exercise_ids}
    return {
        "README.md": readme(recipe, assignment).encode(),
        **({AGENTS_FILE: AGENTS_TEXT.encode()} if assignment.has_agents else {}),
        **stubs,
        **assignment.source.files,
        **_filled(TEMPLATES / "common", assignment),
        **_filled(TEMPLATES / recipe, assignment),
        **{name: text.encode() for name, text in editor_files(course).items()},
        f".learn/{note.MARKER}": note.to_bytes(noted),
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
        "@EXERCISES@": "".join(f" {name}" for name in assignment.names) or " --all",
        "@TITLE@": json.dumps(assignment.course.title, ensure_ascii=False)[1:-1],
        "@FIRST@": assignment.exercise_ids[0],
        "@IMAGE@": "python:3.14" if assignment.source.needs_git else "python:3.14-slim",  # the slim one has no git
    }
    return filled_templates(folder, words)


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
