"""Point to places in a Python file of a course, as in its YAML files: `path:line:column`."""

import ast
from pathlib import Path

from grader.course import shown_path
from grader.files.strict_yaml import Problem


class PythonFile:
    """A Python file, and where its functions are."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text("utf-8", errors="replace")
        self._lines = self.text.split("\n")

    def problem_at(self, line: int | None, message: str, piece: str = "") -> str:
        """Return a problem at the beginning of a line, or at a piece of it; at the first line if none is known."""
        text = self._lines[line - 1] if line and line <= len(self._lines) else ""
        column = text.find(piece) if piece and piece in text else len(text) - len(text.lstrip())
        return str(Problem(shown_path(self.path), line or 1, column + 1, message))

    def problem_in(self, name: str, message: str) -> str:
        """Return a problem at the name of a function or class that the file defines, or imports."""
        return self.problem_at(self._line_of(name), message, name)

    def _line_of(self, name: str) -> int | None:
        try:
            body = ast.parse(self.text).body
        except (SyntaxError, ValueError):
            return None
        # The last one counts, as in Python.
        return next((node.lineno for node in reversed(body) if name in _names(node)), None)


def parsed(path: Path) -> ast.Module:
    """Parse a Python file; a SyntaxError says which file it is."""
    return ast.parse(path.read_bytes(), str(path))


def _names(node: ast.stmt) -> list[str]:
    """Return the names that a statement gives a value."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.ImportFrom):
        return [alias.asname or alias.name for alias in node.names]
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
