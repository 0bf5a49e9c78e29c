"""Functions in any text that may hold Python, and a shape of each that stays the same when names are changed."""

from __future__ import annotations

import ast
import builtins
import hashlib
import json
import re
import textwrap
import warnings
from collections.abc import Iterator
from typing import NamedTuple

LONG_STRING = 20
"""Strings that are longer are messages: what they say does not count."""
DEFINITION = re.compile(r"^([ \t]*)(?:async def|def|class)[ \t]+(\w+)")
MARK = re.compile(r"[ \t]*[#+>|] ?")
"""What stands before code that is commented out, quoted, or in a patch."""
BUILTINS = frozenset(dir(builtins))
NAMES = {(ast.Name, "id"), (ast.arg, "arg"), (ast.ExceptHandler, "name")}
"""Where names stand that anybody can change; those of attributes, modules and options stay as they are."""
LEFT_OUT = {"decorator_list", "returns", "annotation", "type_comment", "kind", "ctx"}
SIZED = {
    each.__name__ for each in vars(ast).values() if isinstance(each, type) and issubclass(each, ast.expr | ast.stmt)
}

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef


class Found(NamedTuple):
    """A function or class, and the line in the text where it begins."""

    line: int
    node: Definition
    is_inner: bool
    """Whether it stands within another one."""


def definitions(text: str) -> Iterator[Found]:
    """Yield the functions and classes in a Python file, in a notebook, in a patch, in comments or amid other text."""
    for part in (text, *_cells(text)):
        for each in (part, _marked(part)):
            tree = _parsed(each)
            found = _in_tree(tree) if tree else _in_blocks(each)
            for one in found:
                yield one if part is text else one._replace(line=_line_in(text, one.node.name))


def is_written(node: Definition) -> bool:
    """Say whether a function does anything but raise NotImplementedError, or a method of a class does."""
    if isinstance(node, ast.ClassDef):
        return any(is_written(each) for each in node.body if isinstance(each, Function))
    return not all(isinstance(each, ast.Pass | ast.Raise) or _is_constant(each) for each in _body(node))


def shape(node: Function) -> tuple[str, int]:
    """Return a hash of what a function does, whatever its names, annotations and messages are, and how large it is."""
    written = list(_Writing().of(node))
    size = sum(1 for each in written if each in SIZED)
    return hashlib.sha256(" ".join(written).encode("utf-8", "backslashreplace")).hexdigest(), size


class _Writing:
    """Writes code down without what can be changed without changing what it does; names are numbered."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def of(self, value: object) -> Iterator[str]:
        """Yield the words for a part of the syntax."""
        if isinstance(value, ast.AnnAssign):
            yield from self.of(ast.Assign([value.target], value.value or ast.Constant(None)))
        elif isinstance(value, ast.JoinedStr):
            yield "message"
        elif isinstance(value, ast.AST):
            yield type(value).__name__
            for field, part in ast.iter_fields(value):
                if (type(value), field) in NAMES and isinstance(part, str):
                    yield part if part in BUILTINS else self._names.setdefault(part, f"name{len(self._names)}")
                elif field == "body" and isinstance(value, Function):
                    yield from self.of(_body(value))
                elif field not in LEFT_OUT and not (field == "name" and isinstance(value, Definition)):
                    yield from self.of(part)
        elif isinstance(value, list):
            yield from (word for each in value for word in self.of(each))
            yield "end"
        else:
            is_message = isinstance(value, str) and len(value) > LONG_STRING
            yield "message" if is_message else repr(value)


def _body(node: Function) -> list[ast.stmt]:
    """Return the statements of a function without its docstring."""
    return node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body


def _is_constant(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _parsed(text: str) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about escapes in a text that is perhaps no Python
        try:
            return ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def _in_tree(tree: ast.AST) -> Iterator[Found]:
    """Yield what is defined in a syntax tree."""
    outer = {id(node) for node in ast.iter_child_nodes(tree)}
    for node in ast.walk(tree):
        if isinstance(node, Definition):
            yield Found(node.lineno, node, is_inner=id(node) not in outer)


def _in_blocks(text: str) -> Iterator[Found]:
    """Yield what is defined in those parts of a text that look like Python."""
    lines = text.splitlines()
    until = 0
    for number, line in enumerate(lines):
        start = DEFINITION.match(line)
        if start is None or number < until:
            continue
        end = _end_of_block(lines, number, len(start[1]))
        tree = _parsed(textwrap.dedent("\n".join(lines[number:end])))
        if tree is not None:
            until = end
            yield from (found._replace(line=number + found.line) for found in _in_tree(tree))


def _end_of_block(lines: list[str], start: int, indent: int) -> int:
    """Return the number of the first line that is indented less than the body of a definition."""
    for number in range(start + 1, len(lines)):
        line = lines[number]
        own = len(line) - len(line.lstrip())
        if line.strip() and own <= indent and not line.lstrip().startswith(")"):
            return number
    return len(lines)


def _cells(text: str) -> Iterator[str]:
    """Yield the sources in a notebook, or in other JSON."""
    if not text.lstrip().startswith(("{", "[")):
        return
    try:
        waiting = [json.loads(text)]
    except (ValueError, RecursionError):
        return
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list) and value and all(isinstance(each, str) for each in value):
            yield "".join(value) if any(each.endswith("\n") for each in value) else "\n".join(value)
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and "\n" in value:
            yield value


def _marked(text: str) -> str:
    """Return the lines that are marked, without their marks; the others are blank."""
    marks = ((line, MARK.match(line)) for line in text.splitlines())
    return "\n".join(line[mark.end() :] if mark else "" for line, mark in marks)


def _line_in(text: str, name: str) -> int:
    """Return the line where something is defined, in a text that holds the definition in quotes."""
    found = re.search(rf"(def|class)\s+{re.escape(name)}\b", text)
    return text.count("\n", 0, found.start()) + 1 if found else 1
