"""Write the files of a new exercise from templates that say what to fill in."""

from __future__ import annotations

from pathlib import Path

from grader.course import Content
from grader.course.load import ID
from grader.files import html_page

TEMPLATES = Path(__file__).parent / "new_exercise"


class ScaffoldError(Exception):
    """The files of an exercise cannot be created; the message says why."""


def scaffold(content: Content, exercise_id: str) -> list[Path]:
    """Create the files of a new exercise and return their paths; existing files are not changed.

    Raises:
        ScaffoldError: the id is not `unit/name`, or a file exists already.
    """
    unit, _, name = exercise_id.partition("/")
    if not (ID.match(unit) and ID.match(name)):
        raise ScaffoldError(f"{exercise_id!r} is not an id; write unit/name with small letters, digits and underscores")
    title = name.replace("_", " ").capitalize()
    files = {
        content.exercises / f"{exercise_id}.yaml": "exercise.yaml",
        content.exercises / f"{exercise_id}.py": "stub.py",
        content.solutions / f"{exercise_id}.py": "solution.py",
        content.solutions / f"{exercise_id}_mistakes.py": "mistakes.py",
    }
    for path in files:
        if path.exists():
            raise ScaffoldError(f"{path} is there already; choose another name or remove it")
    for path, template in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(html_page.text(TEMPLATES, f"{template}.jinja", title=title, name=name), "utf-8")
    return list(files)
