"""Make mutants of a solution: copies of its source, each with one slip that a learner could make.

Some are slips in any program: comparisons, arithmetic, signs, conditions, numbers and loops. The others are those of this
field: a keyword such as an axis or a dtype left out, a dropped copy, swapped arguments, an unstable sort, float32, a
tolerance, a list that is kept between calls, two statements in the other order.
"""

import ast
import copy
import io
import tokenize
import warnings
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, pairwise, takewhile
from typing import NamedTuple

from grader.course.edit import Edit

SIGNS = {
    name: signs
    for name, *signs in map(
        str.split,
        "Add + -; Sub - +; Mult * / +; Div / * //; FloorDiv // / *; Pow ** *; Mod % //; And and or; Or or and; Lt < <= >; "
        "LtE <= < >=; Gt > >= <; GtE >= > <=; Eq == !=; NotEq != ==".split(";"),
    )
}
"""Signs of operators, each with those that are written for it by a slip; the others' mutants are no slips, or the same ones."""
OPPOSITE = {ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is"}
TWINS = ("max min", "maximum minimum", "argmax argmin", "any all", "floor ceil", "find rfind", "startswith endswith")
OTHER_NAME = {one: other for pair in TWINS for one, other in (pair.split(), pair.split()[::-1])} | {
    "float64": "float32"
}
OTHER_TEXT = {"left": "right", "right": "left"}
CONVERSIONS = ("str", "list", "tuple", "set", "sorted", "abs", "copy", "strip")
"""Functions of one argument, and methods of none, that a learner leaves out; not `int`, since a numpy integer is right."""
SYMMETRIC = ("min", "max", "minimum", "maximum")
MODULES = {"np"}
SLACK = 1e-4
"""The tolerance of learners who distrust floats, added where a comparison should be exact."""
WIDER = 1000
"""How much wider than the solution's a mutant's tolerance is."""


class Mutant(NamedTuple):
    """A copy of a source with one slip: its first line that differs, and the lines there before and after."""

    line: int
    before: str
    after: str
    source: str


def mutants(source: str, given: str = "") -> list[Mutant]:
    """Return the mutants of a source by lines; functions and constants that `given` has too are left as they are.

    Comments are taken out first, so that a reworded comment changes no mutant. Messages, annotations, docstrings,
    imports and parameters are not mutated: the stub has them.
    """
    code = Code(without_comments(source))
    seen = {ast.dump(code.tree), ""}
    found: list[Mutant] = []
    for edit in edits(code, given):
        mutant = applied(code, edit)
        shape = _shape(mutant.source)
        if shape not in seen:
            seen.add(shape)
            found.append(mutant)
    return sorted(found, key=lambda mutant: mutant.line)


def edits(code: "Code", given: str = "") -> Iterator[Edit]:
    """Yield the slips of a source as edits; some make the same program, or none."""
    fixed = list(_fixed(code, given))
    for edit in chain(_general(code), _of_field(code)):
        start, same = _difference(code.source[edit.start : edit.end], edit.text)
        start, end = edit.start + start, edit.end - same
        if not any(first <= start < last and end <= last for first, last in fixed):
            yield edit


def applied(code: "Code", edit: Edit) -> Mutant:
    return _mutant(code.source, code.source[: edit.start] + edit.text + code.source[edit.end :])


def without_comments(source: str) -> str:
    """Return a source without its comments; every line keeps its number, and ends as Python reads it."""
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    lines = source.removesuffix("\n").split("\n")  # `splitlines` would end lines at a form feed, too
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    return "\n".join(lines) + "\n"


class Code:
    """A source and its tree, with the offsets of its nodes."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tree = ast.parse(source)
        self._lines = io.StringIO(source).readlines()
        self._starts = list(accumulate(map(len, self._lines), initial=0))

    def span(self, first: ast.expr | ast.stmt, last: ast.expr | ast.stmt | None = None) -> tuple[int, int]:
        """Return where a node begins, and where it or another one ends; the columns of `ast` count bytes."""
        last = last or first
        assert last.end_lineno is not None
        assert last.end_col_offset is not None
        start, end = (
            self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())
            for line, column in ((first.lineno, first.col_offset), (last.end_lineno, last.end_col_offset))
        )
        return start, end

    def lines(self, edit: Edit) -> range:
        return range(bisect(self._starts, edit.start), bisect(self._starts, edit.end) + 1)

    def text(self, node: ast.expr) -> str:
        """Return the text of an expression."""
        start, end = self.span(node)
        return self.source[start:end]

    def of(self, node: ast.expr) -> str:
        """Return the text of an expression, to be put into another one."""
        is_plain = isinstance(node, ast.Name | ast.Constant | ast.Call | ast.Attribute | ast.Subscript | ast.List)
        return self.text(node) if is_plain else f"({self.text(node)})"

    def replace(self, node: ast.expr | ast.stmt, words: str) -> Edit:
        """Return the edit that puts something else in a node's place."""
        return Edit(*self.span(node), words)


def _difference(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Return how many items of two sequences are the same at their beginning, and after that at their end."""
    start = _count_same(one, other)
    return start, _count_same(one[start:][::-1], other[start:][::-1])


def _count_same(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _mutant(source: str, changed: str) -> Mutant:
    mine, theirs = source.split("\n"), changed.split("\n")
    start, same = _difference(mine, theirs)
    same -= len(mine) == start + same  # nothing but new lines: show them with the one after
    before, after = (" ".join(" ".join(source[start : len(source) - same]).split()) for source in (mine, theirs))
    return Mutant(start + 1, before, after, changed)


def _shape(source: str) -> str:
    """Return a source's tree as text, empty if it is no Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.dump(ast.parse(source))
        except SyntaxError:
            return ""


def _fixed(code: Code, given: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of a solution that no learner writes."""
    theirs = {_without_docstring(node) for node in ast.parse(given).body}
    yield from (code.span(node) for node in code.tree.body if _without_docstring(node) in theirs)
    for node in ast.walk(code.tree):
        match node:
            case ast.Import() | ast.ImportFrom() | ast.JoinedStr() | ast.Expr(value=ast.Constant()):
                yield code.span(node)
            case ast.AnnAssign():
                yield code.span(node.annotation)
            case ast.FunctionDef():  # its parameters
                yield code.span(node)[0], code.span(node.body[0])[0]


def _without_docstring(node: ast.stmt) -> str:
    node = copy.deepcopy(node)
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
        del node.body[0]
    return ast.dump(node)


# --- slips in any program -----------------------------------------------------------------------


def _general(code: Code) -> Iterator[Edit]:
    for node in ast.walk(code.tree):
        yield from _operator_slips(code, node)
        match node:
            case ast.If() | ast.While() | ast.Assert() | ast.IfExp():
                start, end = code.span(node.test)
                if not code.source.startswith("elif", code.span(node)[0]):
                    yield Edit(start, end, f"not {code.source[start:end]}")
            case ast.Break() | ast.Continue():
                yield code.replace(node, "continue" if isinstance(node, ast.Break) else "break")
            case ast.For():
                yield code.replace(node.iter, "[]")
            case ast.Constant(value=bool(value)):
                yield code.replace(node, str(not value))
            case ast.Constant(value=int(value) | float(value)):
                yield from (code.replace(node, str(value + step)) for step in (1, -1))


def _operator_slips(code: Code, node: ast.AST) -> Iterator[Edit]:
    """Yield another operator between two sides, and no minus or `not` before one."""
    match node:
        case ast.BinOp():
            yield from _swapped(code, node.op, node.left, node.right)
        case ast.Compare():
            for op, sides in zip(node.ops, pairwise((node.left, *node.comparators)), strict=True):
                yield from _swapped(code, op, *sides)
        case ast.BoolOp():
            for sides in pairwise(node.values):
                yield from _swapped(code, node.op, *sides)
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            start, end = code.span(node)
            yield Edit(start, end, code.source[start:end].removeprefix("not").removeprefix("-").lstrip())


def _swapped(code: Code, op: ast.AST, left: ast.expr, right: ast.expr) -> Iterator[Edit]:
    """Yield other operators between two sides; there may be parentheses between them, too."""
    sign, *others = SIGNS.get(type(op).__name__, ("",))
    start = code.source.find(sign, code.span(left)[1], code.span(right)[0])
    yield from (Edit(start, start + len(sign), other) for other in others)


# --- slips of this field ------------------------------------------------------------------------


def _of_field(code: Code) -> Iterator[Edit]:
    for node in ast.walk(code.tree):
        yield from _expression_slips(code, node)
        match node:
            case ast.Call():
                yield from _call_slips(code, node)
            case ast.Compare():
                yield from _comparison_slips(code, node)
            case ast.FunctionDef():
                yield from _parameter_slips(code, node)
        for field in ("body", "orelse"):
            statements = getattr(node, field, None)
            if isinstance(statements, list) and not isinstance(node, ast.Module | ast.ClassDef):
                yield from _statement_slips(code, statements)


def _expression_slips(code: Code, node: ast.AST) -> Iterator[Edit]:
    """Yield another name or side, a wider tolerance, part of a condition, a slice that is off by one."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in OTHER_NAME:
            _, end = code.span(node)
            yield Edit(end - len(name), end, OTHER_NAME[name])
        case ast.Constant(value=str(words)) if words in OTHER_TEXT:
            yield code.replace(node, repr(OTHER_TEXT[words]))
        case ast.Constant(value=float(number)) if 0 < number < 0.01:
            yield code.replace(node, repr(number * WIDER))
        case ast.BoolOp(values=values):
            word = " and " if isinstance(node.op, ast.And) else " or "
            for left_out in values:
                yield code.replace(node, f"({word.join(code.of(value) for value in values if value is not left_out)})")
        case ast.If() | ast.IfExp():
            yield code.replace(node.test, "True")
            yield from [code.replace(node.test, "False")] if node.orelse else []  # else as if it were left out
        case ast.comprehension(ifs=conditions):
            yield from (code.replace(condition, "True") for condition in conditions)
        case ast.Slice():
            for bound in filter(None, (node.lower, node.upper)):
                yield from (*_off_by_one(code, bound), code.replace(bound, ""))


def _off_by_one(code: Code, node: ast.expr) -> Iterator[Edit]:
    if not isinstance(node, ast.Constant):  # numbers are changed anyway
        yield from (code.replace(node, f"{code.of(node)} {step}") for step in ("+ 1", "- 1"))


def _call_slips(code: Code, call: ast.Call) -> Iterator[Edit]:
    """Yield a keyword left out, two arguments swapped, a range of another length, no conversion, no copy, another seed."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    for keyword in call.keywords:
        yield code.replace(call, _unparsed(call, keywords=[own for own in call.keywords if own is not keyword]))
    for one, other in pairwise(call.args if name not in SYMMETRIC else ()):
        if not isinstance(one, ast.Starred) and not isinstance(other, ast.Starred):
            yield Edit(*code.span(one, other), f"{code.of(other)}, {code.of(one)}")
    if name == "range":
        yield from chain.from_iterable(_off_by_one(code, argument) for argument in call.args)
    if name in CONVERSIONS and not call.keywords:
        method = [call.func.value] if isinstance(call.func, ast.Attribute) else []
        yield from (code.replace(call, code.of(argument)) for argument in (call.args or method)[:1])
    if name == "default_rng":
        yield from (code.replace(call, _unparsed(call, args=args)) for args in ([], [ast.Constant(0)]))


def _unparsed(call: ast.Call, **fields: object) -> str:
    changed = copy.copy(call)
    vars(changed).update(fields)
    return ast.unparse(changed)


def _comparison_slips(code: Code, node: ast.Compare) -> Iterator[Edit]:
    """Yield one half of a chain, `not in` for `in`, `is not` for `is`, nearly equal for equal."""
    sides = [node.left, *node.comparators]
    if len(node.ops) > 1:
        yield Edit(code.span(sides[0])[0], code.span(sides[1])[0], "")
        yield Edit(code.span(sides[-2])[1], code.span(sides[-1])[1], "")
        return
    (op,), (left, right) = node.ops, sides
    if type(op) in OPPOSITE:
        yield code.replace(node, f"{code.of(left)} {OPPOSITE[type(op)]} {code.of(right)}")
    if isinstance(op, ast.Eq | ast.NotEq) and isinstance(right, ast.Constant) and isinstance(right.value, int | float):
        sign = "<" if isinstance(op, ast.Eq) else ">="
        yield code.replace(node, f"(abs({code.of(left)} - {code.of(right)}) {sign} {SLACK})")


def _parameter_slips(code: Code, function: ast.FunctionDef) -> Iterator[Edit]:
    """Yield one parameter for another, float32, a tolerance where floats are compared; annotations tell which they are."""
    kinds = {argument.arg: ast.unparse(argument.annotation) for argument in function.args.args if argument.annotation}
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    for name in nodes:
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load) and name.id in kinds:
            same_kind = [other for other, kind in kinds.items() if other != name.id and kind == kinds[name.id]]
            yield from (code.replace(name, other) for other in same_kind)
    first = function.body[ast.get_docstring(function) is not None]
    start, indent = code.span(first)[0], "\n" + " " * first.col_offset
    yield from (
        Edit(start, start, f"{name} = {name}.astype('float32'){indent}")
        for name, kind in kinds.items()
        if kind == "np.ndarray"
    )
    floats = {name for name, kind in kinds.items() if kind in ("float", "np.ndarray")}
    for node in nodes:
        if isinstance(node, ast.Compare) and any(isinstance(n, ast.Name) and n.id in floats for n in ast.walk(node)):
            ordered = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
            limits = [side for op, side in zip(node.ops, node.comparators, strict=True) if isinstance(op, ordered)]
            yield from (code.replace(side, f"{code.of(side)} {sign} {SLACK}") for side in limits for sign in "+-")


def _statement_slips(code: Code, statements: Sequence[ast.stmt]) -> Iterator[Edit]:
    """Yield a statement left out, two in the other order, nothing returned, a list that is kept between calls."""
    for node in statements:
        if isinstance(node, ast.Return):
            yield code.replace(node, "return None")
        elif not isinstance(node, ast.FunctionDef):
            yield code.replace(node, "pass")
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ):
                if value and ast.unparse(value) in ("[]", "{}", "set()", "Counter()"):
                    yield code.replace(value, f"globals().setdefault('kept_{name}', {code.of(value)})")
    for one, other in pairwise(statements):
        if not isinstance(other, ast.Return | ast.Raise | ast.Break | ast.Continue) and _depend(one, other):
            (start, end), (begin, last) = code.span(one), code.span(other)
            yield Edit(start, last, code.source[begin:last] + code.source[end:begin] + code.source[start:end])


def _depend(one: ast.stmt, other: ast.stmt) -> bool:
    """Return whether the order of two statements can matter: one changes a variable that is in the other, too."""
    nodes = [list(ast.walk(tree)) for tree in (one, other)]
    names = [
        {ast.unparse(node) for node in own_nodes if isinstance(node, ast.Name | ast.Attribute)} for own_nodes in nodes
    ]
    changed = {ast.unparse(node) for node in map(_changed, chain(*nodes)) if node}
    return bool((changed - MODULES) & names[0] & names[1])


def _changed(node: ast.AST) -> ast.AST | None:
    """Return the variable that an assignment, or a method, changes."""
    match node:
        case ast.Subscript(ctx=ast.Store(), value=variable) | ast.Call(func=ast.Attribute(value=variable)):
            return variable
        case ast.Name(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
            return node
    return None
