"""Build the files of a starter repository: stubs, a README, the install source, and the platform's workflow."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.authoring.starter.install import InstallSource
from grader.authoring.starter.place import filled_templates
from grader.course.course import Course
from grader.files import html_page
from grader.learner import record
from grader.learner.agents_file import AGENTS_FILE, AGENTS_TEXT
from grader.learner.editor_files import editor_files
from grader.learner.folder import demands

TEMPLATES = Path(__file__).parent / "templates"
WITH_AUTOGRADER = "classroom50"
"""The platform that grades with the teacher's own files, which learners do not get."""
WORKFLOWS = {"github": ("learn.yml", "learn", ""), "classroom": ("classroom.yml", "Autograding Tests", "reporter.yml")}
"""The workflow of a platform: its file, its name, and the template of steps that follow the check."""

Files = dict[str, bytes]


@dataclass(frozen=True)
class Assignment:
    """The exercises of a course that are handed out, and the install source of the package that grades them."""

    course: Course
    exercise_ids: Sequence[str]
    source: InstallSource

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the exercises; empty for the whole course."""
        if list(self.exercise_ids) == self.course.exercise_ids:
            return ()
        return tuple(exercise_id.rpartition("/")[2] for exercise_id in self.exercise_ids)


def starter_files(recipe: str, assignment: Assignment) -> Files:
    """Return the files of the repository that learners copy, by path."""
    course, ids = assignment.course, assignment.exercise_ids
    files = {
        "README.md": _readme(recipe, assignment).encode(),
        AGENTS_FILE: AGENTS_TEXT.encode(),
        **{f"exercises/{exercise_id}.py": course.stub(exercise_id).read_bytes() for exercise_id in ids},
        **assignment.source.files,
        **filled_templates(TEMPLATES / "common", _words(assignment)),
        **{name: text.encode() for name, text in editor_files(course).items()},
        f".learn/{record.MARKER}": record.dump_record(record.make_record(course, ids)),
    }
    if recipe in WORKFLOWS:
        file_name, name, reporter = WORKFLOWS[recipe]
        templates = filled_templates(TEMPLATES, {**_words(assignment), "@NAME@": name}, ".yml")
        files[f".github/workflows/{file_name}"] = templates["workflow"] + templates.get(Path(reporter).stem, b"")
    return files


def autograder_files(assignment: Assignment) -> Files:
    """Return the files that Classroom 50 grades with, by path; they are for the teacher only."""
    program = (TEMPLATES / "autograder.py").read_text("utf-8")
    names = repr(assignment.names).replace("'", '"')
    program = program.replace("EXERCISES: tuple[str, ...] = ()", f"EXERCISES: tuple[str, ...] = {names}")
    return {"autograder.py": program.encode(), **assignment.source.files}


def _words(assignment: Assignment) -> Mapping[str, str]:
    """Return the words for the marks in templates."""
    return {
        "@EXERCISES@": "".join(f" {name}" for name in assignment.names) or " --all",
        "@TITLE@": json.dumps(assignment.course.title, ensure_ascii=False)[1:-1],
        "@FIRST@": assignment.exercise_ids[0],
    }


def _readme(recipe: str, assignment: Assignment) -> str:
    """Return the README for a platform: how learners hand in there, and the exercises that are handed out."""
    return html_page.text(
        TEMPLATES,
        "README.md.jinja",
        recipe=recipe,
        course=assignment.course,
        ids=assignment.exercise_ids,
        demands=demands(assignment.course, assignment.exercise_ids),
        first=assignment.exercise_ids[0].rpartition("/")[2],
        needs_git="git+" in assignment.source.requirement,
    )
