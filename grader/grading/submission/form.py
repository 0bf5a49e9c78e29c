"""Compute the forms of a file: hashes of its text, and of its tree without its own names, comments, docstrings and layout."""

import ast
import hashlib
from collections.abc import Iterator

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
DIGITS = 32


def text_form(source: bytes) -> str:
    """Return the hash of a text; ends of lines and blank lines around it do not count."""
    return _hash(source.replace(b"\r\n", b"\n").strip())


def tree_form(source: bytes) -> str:
    """Return the hash of the tree of a Python file, in which the names that it binds are numbered; empty if it has none."""
    try:
        tree = ast.parse(source)
        _number_names(tree)
        return _hash(ast.dump(tree).encode("utf-8", "surrogatepass"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def _number_names(tree: ast.Module) -> None:
    nodes = list(ast.walk(tree))
    numbers: dict[str, str] = {}
    for name in (name for node in nodes for name in _bound(node)):
        numbers.setdefault(name, f"_{len(numbers)}")
    for node in nodes:
        for field in ("id", "arg", "name", "asname"):
            # The name of an argument in a call is the called function's.
            value = getattr(node, field, None)
            if isinstance(value, str) and not isinstance(node, ast.keyword):
                setattr(node, field, numbers.get(value, value))
        for field in ("annotation", "returns"):
            if hasattr(node, field):
                setattr(node, field, None)
        if isinstance(node, (ast.Module, *DEFINITIONS)) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]


def _bound(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node binds."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, DEFINITIONS):
        yield node.name
    elif isinstance(node, ast.alias) and node.asname:
        yield node.asname
