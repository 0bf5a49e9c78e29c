"""Find the files of a course that the grade of one exercise depends on, so that others need not be graded again."""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from grader.course.course import Course, Solutions

DATA = (".npz", ".json")
"""Data that any solution may read: no import says which one does."""


def exercise_sha256(course: Course, exercise_id: str) -> str:
    """Return a hash over an exercise's files, the functions that it lends, all that they import, and the course's data.

    Raises:
        YamlError: The exercise's file, or that of one that it uses, is invalid.
    """
    exercises, solutions = course.content
    used = [exercise_id, *(course.find(name) for name in course.exercise(exercise_id).uses)]
    words = files_sha256(exercises, {exercises / f"{name}.yaml" for name in used})
    mistakes = filter(Path.is_file, [course.solutions.mistakes_path(exercise_id)])
    code = code_sha256(course.solutions, [*used, f"{exercise_id}_checks"])
    return hashlib.sha256(f"{words}{code}{files_sha256(solutions, mistakes)}".encode()).hexdigest()


def code_sha256(solutions: Solutions, names: Iterable[str]) -> str:
    """Return a hash over modules of `solutions/`, as many as there are, all that they import, and the course's data."""
    root = solutions.path("any").parent
    data = {path for path in root.rglob("*") if path.suffix in DATA}
    return files_sha256(root, imports_of([solutions.path(name) for name in names]) | data)


def files_sha256(root: Path, paths: Iterable[Path]) -> str:
    """Return a hash over files, and their names below a folder."""
    digest = hashlib.sha256()
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
