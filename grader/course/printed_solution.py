"""A reference solution as learners read it: it runs in their workspace."""

import ast
import re
from pathlib import Path

from grader.course.course import Course

NOQA = re.compile(r"[ \t]*# noqa.*")
"""For the course's own linter, and of no use to learners."""
Lines = dict[str, None]
"""Pieces of code, each once, in their order."""


def printed_solution(course: Course, exercise_id: str) -> str:
    """Return the source of a solution with imports that a workspace can resolve.

    Solutions import one another relatively. A function that is the task of another exercise is imported as learners do,
    `from name import function`; a helper of its solution, which learners have not got, is copied.
    """
    path = course.solutions.path(exercise_id)
    source = NOQA.sub("", path.read_text("utf-8"))
    tree, lines = ast.parse(source), source.split("\n")
    imports: Lines = {}
    copies: Lines = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level and node.end_lineno:
            for alias in node.names:
                _resolve(course, path, node, alias, imports, copies)
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    head = "\n".join(lines[: _first_definition(tree) - 1]).rstrip()
    rest = "\n".join(lines[_first_definition(tree) - 1 :]).strip("\n")
    own = "\n".join(line for line in imports if line not in lines)
    return "\n\n\n".join([f"{head}\n\n{own}".rstrip(), *copies, rest]) + "\n" if imports or copies else source


def _first_definition(tree: ast.Module) -> int:
    """Return the line of the first statement that is neither an import nor a docstring."""
    plain = (ast.Import, ast.ImportFrom, ast.Expr)
    return next(node.lineno for node in tree.body if not isinstance(node, plain))


def _resolve(course: Course, path: Path, node: ast.ImportFrom, alias: ast.alias, imports: Lines, copies: Lines) -> None:
    """Add the import of a task's function, or a copy of a helper and all that it needs."""
    other = imported_file(path, node)
    exercise_id = f"{other.parent.name}/{other.stem}"
    if exercise_id in course.exercise_ids and alias.name in course.words(exercise_id).functions:
        imports[f"from {other.stem} import {ast.unparse(alias)}"] = None
        return
    _copy(course, other, alias.name, imports, copies)
    if alias.asname:
        copies[f"{alias.asname} = {alias.name}"] = None


def _copy(course: Course, path: Path, name: str, imports: Lines, copies: Lines) -> None:
    """Add a copy of what a module defines under a name, after what that needs."""
    source = path.read_text("utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                if (alias.asname or alias.name) != name:
                    continue
                if isinstance(node, ast.ImportFrom) and node.level:
                    _resolve(course, path, node, alias, imports, copies)
                else:
                    module = f"from {node.module} " if isinstance(node, ast.ImportFrom) else ""
                    imports[f"{module}import {ast.unparse(alias)}"] = None
        elif name in bound_names(node):
            text = NOQA.sub("", ast.get_source_segment(source, node) or "")
            if text in copies:
                return
            for used in sorted({part.id for part in ast.walk(node) if isinstance(part, ast.Name)} - {name}):
                _copy(course, path, used, imports, copies)
            copies[text] = None


def imported_file(path: Path, node: ast.ImportFrom) -> Path:
    """Return the file of the module that a file's relative import names."""
    return path.parents[node.level - 1].joinpath(*(node.module or "").split(".")).with_suffix(".py")


def bound_names(node: ast.stmt) -> list[str]:
    """Return the names that a statement of a module defines or imports."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [alias.asname or alias.name.partition(".")[0] for alias in node.names]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]
