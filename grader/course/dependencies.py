"""Find the files of a course that the grade of one exercise depends on, so that others need not be graded again."""

import ast
import hashlib
from collections.abc import Iterator
from pathlib import Path

from grader.course.course import Course

DATA = (".npz", ".json")
"""Data that any solution may read: no import says which one does."""


def exercise_sha256(course: Course, exercise_id: str) -> str:
    """Return a hash over an exercise's files, the functions that it lends, all that they import, and the course's data.

    Raises:
        YamlError: The exercise's file, or that of one that it uses, is invalid.
    """
    exercises, solutions = course.content
    used = [exercise_id, *(course.find(name) for name in course.exercise(exercise_id).uses)]
    code = imports_of([solutions / f"{name}.py" for name in (*used, f"{exercise_id}_checks")])
    code |= {path for path in (course.solutions.mistakes_path(exercise_id),) if path.is_file()}
    data = {path for path in solutions.rglob("*") if path.suffix in DATA}
    digest = hashlib.sha256()
    for root, paths in ((exercises, {exercises / f"{name}.yaml" for name in used}), (solutions, code | data)):
        for name, path in sorted((path.relative_to(root).as_posix(), path) for path in paths):
            digest.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def imports_of(paths: list[Path]) -> set[Path]:
    """Return those of the files that exist, and those that they import relatively, directly or through others."""
    files: set[Path] = set()
    waiting = list(paths)
    while waiting:
        path = waiting.pop()
        if path not in files and path.is_file():
            files.add(path)
            waiting += _imports(path)
    return files


def _imports(path: Path) -> Iterator[Path]:
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):  # where it is imported, that is said
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            module = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            for module_path in (module, *(module / alias.name for alias in node.names)):  # a package or a module
                yield from (module_path.with_name(f"{module_path.name}.py"), module_path / "__init__.py")
