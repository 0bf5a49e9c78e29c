"""The lines of a source in turn, and the modules that it imports."""

import ast
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def by_turns(cases: Iterable[T], line: Callable[[T], Hashable]) -> list[T]:
    """Return cases in an order in which each line, or what `line` returns, has one before any has a second."""
    seen: Counter[Hashable] = Counter()
    numbered = []
    for case in cases:
        seen[line(case)] += 1
        numbered.append((seen[line(case)], case))
    return [case for _, case in sorted(numbered, key=lambda pair: pair[0])]


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
