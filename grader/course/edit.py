"""Edits of a solution: each replaces one piece of its code, however its lines are broken and whatever its comments say."""

import ast
import difflib
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
TOKEN = re.compile(
    r"""(?P<text>[rbfRBF]*(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'))|(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?|\w+|\S"""
)
SHOWN = 80
LEAST_ALIKE = 3


class EditError(ValueError):
    """An edit does not fit the code; the message says why."""


class Edit(NamedTuple):
    """The text that replaces a part of some code, and where that part starts and ends."""

    start: int
    end: int
    text: str


def plain_code(source: str) -> str:
    """Return a source as Python itself would lay it out, without comments and docstrings; raise SyntaxError if it is none."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            node.body = [each for each in node.body if not _is_text(each)]
            if not (node.body or isinstance(node, ast.Module)):
                node.body = [ast.Pass()]
    return ast.unparse(tree)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def find_edit(code: str, piece: str, becomes: str, function: str = "") -> Edit:
    """Return the edit that replaces a piece of plain code.

    Args:
        code: the plain code.
        piece: what to replace: an expression, statements, or any run of Python's tokens.
        becomes: what to write there; its further lines are indented like the line in which it begins.
        function: the function, class or method in which the piece is; anywhere if empty.

    Raises:
        EditError: the piece is not there, or more than once, or the code has no such function.
    """
    first, last = _span(code, function)
    places = _places(code[first:last], piece)
    if not places:
        raise EditError(f"the solution has no `{_shown(piece)}`{_nearest(code[first:last], piece)}")
    if len(places) > 1:
        raise EditError(f"the solution has `{_shown(piece)}` {len(places)} times; write more of it, or add `of:`")
    start, end = places[0]
    line = code[code.rfind("\n", 0, first + start) + 1 :]
    indent = line[: len(line) - len(line.lstrip())]
    return Edit(first + start, first + end, becomes.strip("\n").replace("\n", f"\n{indent}"))


def apply_edits(code: str, edits: Sequence[Edit]) -> str:
    """Return plain code with the pieces replaced; the edits do not overlap."""
    for edit in sorted({*edits}, reverse=True):
        code = code[: edit.start] + edit.text + code[edit.end :]
    return code


def version_source(code: str, edits: Sequence[Edit], own: str, solution: str) -> str:
    """Return the source of a wrong version: plain code with edits, then definitions of its own.

    These may call the solution as `right.name`; `solution` is the name of its module.
    """
    lends = f"from . import {solution} as right\n" if re.search(r"\bright\b", own) else ""
    return f"{apply_edits(code, edits)}\n{lends}{own}"


def can_combine(one: Sequence[Edit], other: Sequence[Edit]) -> bool:
    """Return whether two changes of the same code can be made together: no edit of one overlaps one of the other."""
    return all(
        mine == theirs or mine.end <= theirs.start or theirs.end <= mine.start for mine in one for theirs in other
    )


def changed_definitions(code: str, edits: Sequence[Edit]) -> list[str]:
    """Return the names of the top-level functions and classes that edits change, in their order."""
    spans = [(node.name, _span_of(code, node)) for node in ast.parse(code).body if isinstance(node, DEFINITIONS)]
    return [name for name, (first, last) in spans if any(first <= edit.start < last for edit in edits)]


def defined_names(code: str) -> list[str]:
    """Return the names that code gives functions, classes and values at its top level."""
    nodes = ast.parse(code).body
    values = (target for node in nodes if isinstance(node, ast.Assign) for target in node.targets)
    return [
        *(node.name for node in nodes if isinstance(node, DEFINITIONS)),
        *(target.id for target in values if isinstance(target, ast.Name)),
    ]


def _span(code: str, function: str) -> tuple[int, int]:
    """Return where a function, a class or a method stands in plain code; the whole of it if no name is given."""
    if not function:
        return 0, len(code)
    nodes = [node for node in ast.walk(ast.parse(code)) if isinstance(node, DEFINITIONS) and node.name == function]
    if len(nodes) != 1:
        raise EditError(f"the solution has {len(nodes) or 'no'} definitions of `{function}`; name one that it has once")
    return _span_of(code, nodes[0])


def _span_of(code: str, node: ast.FunctionDef | ast.ClassDef) -> tuple[int, int]:
    lines = code.split("\n")
    first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
    start = sum(len(line) + 1 for line in lines[: first - 1])
    return start, start + sum(len(line) + 1 for line in lines[first - 1 : node.end_lineno])


def _places(code: str, piece: str) -> list[tuple[int, int]]:
    """Return where a piece begins and ends in code, compared token by token."""
    found = [*_tokens(code)]
    names = [name for name, _, _ in found]
    for written in dict.fromkeys((piece, _as_python_writes(piece))):  # else `a, b` would be a tuple in brackets
        wanted = [name for name, _, _ in _tokens(written)]
        count = len(wanted)
        at = [index for index in range(len(names) - count + 1) if count and names[index : index + count] == wanted]
        if at:
            return [(found[index][1], found[index + count - 1][2]) for index in at]
    return []


def _tokens(code: str) -> Iterator[tuple[str, int, int]]:
    """Yield each token, texts and numbers by their values, with where it begins and ends."""
    for match in TOKEN.finditer(code):
        name = match[0]
        if match["text"] or name[0].isdigit() or (name[0] == "." and len(name) > 1):
            try:
                name = repr(ast.literal_eval(name))
            except (SyntaxError, ValueError):  # an f-string, whose quotes do not matter
                name = name.replace('"', "'")
        yield name, *match.span()


def _as_python_writes(piece: str) -> str:
    """Return a piece that is Python, or the beginning of a block, as Python itself would write it; else as it is."""
    for more in ("", " pass"):
        try:
            return ast.unparse(ast.parse(piece.strip() + more)).removesuffix("pass")
        except (SyntaxError, ValueError):
            continue
    return piece


def _nearest(code: str, piece: str) -> str:
    """Return, with words, the line of the code that has most of a piece; empty if none has a third of it."""
    wanted = " ".join(piece.split())

    def share(line: str) -> float:
        blocks = difflib.SequenceMatcher(None, line, wanted, autojunk=False).get_matching_blocks()
        return sum(block.size for block in blocks if block.size >= LEAST_ALIKE) / len(wanted)

    best = max((line.strip() for line in code.split("\n")), key=share) if wanted else ""
    return f"; the nearest is `{_shown(best)}`" if best and share(best) > 1 / 3 else "; correct it"


def _shown(piece: str) -> str:
    text = " ".join(piece.split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
