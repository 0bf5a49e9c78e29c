"""Build the files of a starter repository: stubs, a README, the install source, and the platform's configuration."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from grader.authoring.course_wheel import course_files, course_wheel
from grader.authoring.starter.gradescope_zip import build
from grader.authoring.starter.install import InstallSource
from grader.authoring.starter.place import filled_templates
from grader.course.course import Course
from grader.course.source import source_of
from grader.files import html_page
from grader.learner import note
from grader.learner.agents_file import AGENTS_FILE, AGENTS_TEXT
from grader.learner.editor_files import editor_files
from grader.learner.folder import demands

WITH_AUTOGRADER = ("classroom50", "gradescope")
"""The platforms that grade with the teacher's own files, which learners do not get."""
TEMPLATES = Path(__file__).parent / "templates"
NO_EXERCISES = b"EXERCISES: tuple[str, ...] = ()"
NO_COURSE = b'COURSE = ""'

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

    @property
    def is_brought(self) -> bool:
        """True if the course comes with this package, so that nothing else has to be installed."""
        return not source_of(self.course.content)

    @cached_property
    def wheel(self) -> tuple[str, bytes]:
        """The name and the bytes of the wheel of another course."""
        return course_wheel(self.course)

    @property
    def files(self) -> Files:
        """Return requirements.txt, and the wheels that it names."""
        if self.is_brought:
            return self.source.files
        name, content = self.wheel
        files = self.source.files
        return {**files, "requirements.txt": files["requirements.txt"] + f"./{name}\n".encode(), name: content}


def starter_files(recipe: str, assignment: Assignment) -> Files:
    """Return the files of the repository that learners copy, by path."""
    course = assignment.course
    source = "" if assignment.is_brought else course.id  # not the author's own folder
    noted = note.of_course(course, assignment.exercise_ids, source)
    stubs = {f"exercises/{name}.py": course.stub(name).read_bytes() for name in assignment.exercise_ids}
    return {
        "README.md": readme(recipe, assignment).encode(),
        **({AGENTS_FILE: AGENTS_TEXT.encode()} if assignment.has_agents else {}),
        **stubs,
        **assignment.files,
        **_filled(TEMPLATES / "common", assignment),
        **_filled(TEMPLATES / recipe, assignment),
        **{name: text.encode() for name, text in editor_files(course).items()},
        f".learn/{note.MARKER}": note.to_bytes(noted),
    }


def autograder_files(recipe: str, assignment: Assignment) -> Files:
    """Return the files that the platform grades with, by path; they are for the teacher only."""
    if recipe == "gradescope":
        own = None if assignment.is_brought else course_files(assignment.course)
        return {"autograder.zip": build(assignment.source.files, exercises=assignment.names, course=own)}
    files = {**_filled(TEMPLATES / "classroom50-autograder", assignment), **assignment.files}
    chosen = f"EXERCISES: tuple[str, ...] = {assignment.names!r}".replace("'", '"')
    course = NO_COURSE if assignment.is_brought else f'COURSE = "{assignment.course.id}"'.encode()
    assert NO_EXERCISES in files["autograder.py"]
    assert NO_COURSE in files["autograder.py"]
    files["autograder.py"] = files["autograder.py"].replace(NO_EXERCISES, chosen.encode()).replace(NO_COURSE, course)
    return files


def _filled(folder: Path, assignment: Assignment) -> Files:
    """Return the files of a template folder with its placeholders filled in; empty if there is no such folder."""
    words = {
        "@EXERCISES@": "".join(f" {name}" for name in assignment.names) or " --all",
        "@COURSE@": "" if assignment.is_brought else f" ./{assignment.wheel[0]}",
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
        is_brought=assignment.is_brought,
        ids=assignment.exercise_ids,
        demands=demands(assignment.course, assignment.exercise_ids),
        first=assignment.exercise_ids[0].rpartition("/")[2],
        needs_git=assignment.source.needs_git,
    )
