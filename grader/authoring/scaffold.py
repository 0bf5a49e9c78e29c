"""Write the files of a new exercise from templates; `learn author check` reports each `TODO:` that is left of them."""

import re
from pathlib import Path

from grader.course import Content, shown_path
from grader.course.load import ID
from grader.files import html_page

MODELINE = re.compile(r"# yaml-language-server: \$schema=(.*)course\.schema\.json")
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
            raise ScaffoldError(f"{shown_path(path)} is there already; choose another name or remove it")
    for path, template in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        values = {"title": title, "name": name, "schema": _schema(content)}
        with path.open("x", encoding="utf-8") as file:  # not through a link that leads nowhere yet
            file.write(html_page.text(TEMPLATES, f"{template}.jinja", **values))
    return list(files)


def _schema(content: Content) -> str:
    """Return the exercise schema, seen from a unit's folder: beside the one that course.yaml names; empty if it names none."""
    modeline = MODELINE.match((content.exercises / "course.yaml").read_text("utf-8"))
    if not modeline:
        return ""
    folder = modeline[1] if "://" in modeline[1] else f"../{modeline[1]}"
    return f"{folder}exercise.schema.json"
