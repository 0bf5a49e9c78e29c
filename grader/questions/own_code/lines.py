"""The modules that a source imports, and the names of what it takes from them."""

import ast
from collections.abc import Collection, Iterator


def imported(source: str) -> Iterator[str]:
    """Yield the names of the modules that a source imports."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def names_from(tree: ast.AST, modules: Collection[str]) -> set[str]:
    """Return what a file calls the functions that it imports from some modules."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module in modules]
    return {alias.asname or alias.name for node in nodes for alias in node.names}
