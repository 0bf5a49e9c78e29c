"""Find the files of a course that the grade of one exercise depends on, so that others need not be graded again."""

from __future__ import annotations

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
    names = [*used, f"{exercise_id}_mistakes", f"{exercise_id}_checks"]
    code = _with_imports([solutions / f"{each}.py" for each in names])
    data = {path for path in solutions.rglob("*") if path.suffix in DATA}
    digest = hashlib.sha256()
    for root, paths in ((exercises, {exercises / f"{each}.yaml" for each in used}), (solutions, code | data)):
        for name, path in sorted((path.relative_to(root).as_posix(), path) for path in paths):
            digest.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _with_imports(paths: list[Path]) -> set[Path]:
    """Return those of the files that exist, and those that they import relatively, directly or through others."""
    found: set[Path] = set()
    waiting = list(paths)
    while waiting:
        path = waiting.pop().resolve()
        if path not in found and path.is_file():
            found.add(path)
            waiting += _imports(path)
    return found


def _imports(path: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.level:
            module = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            for each in (module, *(module / alias.name for alias in node.names)):  # each may be a package or a module
                yield from (each.with_name(f"{each.name}.py"), each / "__init__.py")
