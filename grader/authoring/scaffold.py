"""Write the files of a new exercise, a small complete one: a function or a class."""

import os
import re
from pathlib import Path

from grader.authoring.stub import write_stub
from grader.course import Content, shown_path
from grader.course.course import Course
from grader.course.load import ID
from grader.files import html_page

MODELINE = re.compile(r"# yaml-language-server: \$schema=(.*)course\.schema\.json")
TEMPLATES = Path(__file__).parent / "new_exercise"
PARTS = {
    "exercise.yaml": ("exercises", ".yaml"),
    "solution.py": ("solutions", ".py"),
    "mistakes.yaml": ("solutions", "_mistakes.yaml"),
    "checks.py": ("solutions", "_checks.py"),
}
"""The templates: the folder of each, and the end of its file's name."""


class ScaffoldError(Exception):
    """The files of an exercise cannot be created; the message says why."""


def scaffold(content: Content, exercise_id: str, like: str) -> list[Path]:
    """Create the files of a new exercise of a kind and return their paths; existing files are not changed.

    Raises:
        ScaffoldError: the id is not `unit/name`, or a file exists already.
    """
    unit, _, name = exercise_id.partition("/")
    if not (ID.match(unit) and ID.match(name)):
        raise ScaffoldError(f"{exercise_id!r} is not an id; write unit/name with small letters, digits and underscores")
    folders = {"exercises": content.exercises, "solutions": content.solutions}
    files = {
        folders[folder] / f"{exercise_id}{ending}": part
        for part, (folder, ending) in PARTS.items()
        if (TEMPLATES / like / f"{part}.jinja").is_file()
    }
    stub = folders["exercises"] / f"{exercise_id}.py"
    for path in (*files, stub):
        if os.path.lexists(path):
            raise ScaffoldError(f"{shown_path(path)} is there already; choose another name or remove it")
    title = name.replace("_", " ").capitalize()
    class_name = "".join(map(str.capitalize, name.split("_")))
    values = {"title": title, "name": name, "class_name": class_name}
    values |= {"schema": _schema(content, "exercise"), "mistakes_schema": _schema(content, "mistakes")}
    for path, part in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:  # not through a link that leads nowhere yet
            file.write(html_page.text(TEMPLATES / like, f"{part}.jinja", **values))
    write_stub(Course(content), exercise_id)
    exercise, *others = files
    return [exercise, stub, *others]


def _schema(content: Content, document: str) -> str:
    """Return the schema of a document, seen from a unit's folder: beside the one that course.yaml names; empty if it names none."""
    modeline = MODELINE.match(content.read_table())
    if not modeline:
        return ""
    folder = modeline[1] if "://" in modeline[1] else f"../{modeline[1]}"
    return f"{folder}{document}.schema.json"
