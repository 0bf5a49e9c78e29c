"""Derive the stub that learners fill in from the solution.

Learners write the functions and classes that the checks call. They get the signature of each, and of its docstring the
first paragraph, the sections (`Args:`) and the examples. `# given` after the first line of a function, class, constant or
import gives them that whole. Imports come along as far as these parts use them.
"""

import ast
import io
import re
import textwrap
import tokenize
from collections.abc import Callable, Iterator, Set
from pathlib import Path

from grader.authoring.python_file import PythonFile, parsed
from grader.course.course import Course
from grader.course.printed_solution import bound_names, imported_file

GIVEN = "# given"
BODY = "raise NotImplementedError  # TODO: write this"
QUOTES = re.compile(r"[rR]?(\"\"\"|'''|\"|')")
GIVEN_PARAGRAPH = re.compile(r"\s*(>>>|[A-Z]\w+:$)", re.MULTILINE)
"""The beginning of a paragraph of a docstring that learners get: examples, or a section."""
Definition = ast.FunctionDef | ast.ClassDef
Import = ast.Import | ast.ImportFrom


def derive_stub(course: Course, exercise_id: str) -> str:
    """Return the stub of an exercise.

    Raises:
        YamlError: the exercise is not valid.
        SolutionError: the solution cannot be loaded.
    """
    exercise = course.exercise(exercise_id)
    course.solutions.reference(exercise_id)  # says what is wrong with a file that is no Python
    scripts = [script for check in exercise.checks for script in getattr(check, "scripts", ())]
    called = {step.new for script in scripts for step in script if step.new}
    text = _Stub(course.solutions.path(exercise_id), {*exercise.functions, *called}).text()
    mistake = next(
        (each for each in course.mistakes(exercise_id) if each.name == exercise.stub),
        None,
    )
    return text.replace(f"    {BODY}", _body(mistake.source, exercise.function)) if mistake else text


def _body(source: str, function: str) -> str:
    """Return the indented body of a function."""
    (body,) = (
        node.body for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == function
    )
    return textwrap.indent("\n".join(map(ast.unparse, body)), "    ")


def write_stub(course: Course, exercise_id: str) -> bool:
    """Write the stub of an exercise; return whether that changed the file."""
    path, text = course.stub(exercise_id), derive_stub(course, exercise_id)
    if path.is_file() and PythonFile(path).text == text:
        return False
    path.write_text(text, "utf-8", newline="\n")
    return True


def stub_problems(course: Course, exercise_id: str) -> Iterator[str]:
    """Yield a problem at the first line of the stub that is not as derived."""
    file = PythonFile(course.stub(exercise_id))
    lines, derived = file.text.split("\n"), derive_stub(course, exercise_id).split("\n")
    if lines != derived:
        is_same = [mine == right for mine, right in zip(lines, derived, strict=False)]
        line = min([*is_same, False].index(False) + 1, len(lines))
        yield file.problem_at(line, f"is not what the solution gives; run `learn author stubs {file.path.stem}`")


class _Stub:
    """The lines of a solution, out of which is taken what learners do not get."""

    def __init__(self, solution: Path, to_write: Set[str]) -> None:
        self._path, self._to_write = solution, to_write
        source = solution.read_text("utf-8")
        self._lines: list[str | None] = ["", *source.split("\n")]  # counted from 1; None is taken out
        tokens = tokenize.generate_tokens(io.StringIO(source).readline)
        self._comments = {token.start[0]: token for token in tokens if token.type == tokenize.COMMENT}
        self._body = ast.parse(source, str(solution)).body
        taken_out = [node for node in self._body if not (self._is_given(node) or self._is_written(node))]
        self._lacking = {name for node in taken_out if not _is_absolute(node) for name in bound_names(node)}
        self._used: set[str] = set()

    def text(self) -> str:
        end = self._strip(self._body, 1, self._is_written)
        self._take_out(end, len(self._lines))
        imports = [node for node in self._body if isinstance(node, Import)]
        for node in sorted(imports, key=_is_absolute):  # what is copied may use others
            self._trim(node)
        if "Any" in self._used and not any(alias.name == "Any" for node in imports for alias in node.names):
            first = next(_first_line(node) for node in self._body if not _is_text(node))
            self._lines[first] = f"from typing import Any\n\n\n{self._lines[first] or ''}"
        text = "\n".join(line for line in self._lines if line is not None).strip("\n") + "\n"
        return re.sub(r"\n{3,}(?= |import |from )", "\n\n", re.sub(r"\n{4,}", "\n\n\n", text))

    def _is_given(self, node: ast.stmt | ast.alias) -> bool:
        return node.lineno in self._comments and self._comments[node.lineno].string == GIVEN

    def _is_written(self, node: ast.stmt) -> bool:
        return isinstance(node, Definition) and node.name in self._to_write

    def _use(self, *nodes: ast.AST) -> None:
        self._used |= {name for node in nodes for name in _names(node)}

    def _take_out(self, first: int, last: int) -> None:
        """Take out lines; empty ones stay, and separate what is left."""
        self._lines[first : last + 1] = [line and None for line in self._lines[first : last + 1]]

    def _replace(self, first: int, last: int, *lines: str) -> None:
        self._lines[first : last + 1] = ["\n".join(lines), *[None] * (last - first)]

    def _strip(self, body: list[ast.stmt], first: int, is_written: Callable[[ast.stmt], bool]) -> int:
        """Take out what learners do not get of a body that begins at the line `first`; return the line after it."""
        is_given = False
        for node in body:
            start, last = _first_line(node), _last_line(node)
            is_given = self._is_given(node) or (is_given and _is_text(node))  # a text explains the constant above it
            if is_given:
                self._use(node)
            else:
                self._take_out(first, start - 1)
                if isinstance(node, Definition) and is_written(node):
                    self._empty(node)
                elif node is body[0] and _is_text(node):
                    self._replace(start, last, self._docstring(node))
                elif not isinstance(node, Import):
                    self._take_out(start, last)
            first = last + 1
        return first

    def _empty(self, node: Definition) -> None:
        """Leave the signature, what learners get of the docstring, and of a class the methods to write."""
        body, indent = node.body[0], " " * (node.col_offset + 4)
        if isinstance(node, ast.ClassDef):
            self._replace(_first_line(node), _first_line(body) - 1, self._header(node, []))
            self._strip(node.body, _first_line(body), _is_public)
            return
        arguments = [part.annotation for part in ast.walk(node.args) if isinstance(part, ast.arg)]
        header = self._header(node, [part for part in (*arguments, node.returns) if part])
        docstring = [self._docstring(body)] if _is_text(body) else []
        self._replace(_first_line(node), _last_line(node), header, *docstring, indent + BODY)

    def _header(self, node: Definition, types: list[ast.expr]) -> str:
        """Return a signature with its decorators; a type that only the solution has becomes Any."""
        self._use(*types, *node.decorator_list, *(node.bases if isinstance(node, ast.ClassDef) else [node.args]))
        last = _first_line(node.body[0])
        ends = {number: comment.start[1] for number, comment in self._comments.items()} | {
            last: node.body[0].col_offset
        }
        lines = [(self._lines[number] or "")[: ends.get(number)] for number in range(_first_line(node), last + 1)]
        header = "\n".join(line.rstrip() for line in lines if line.strip())
        for name in {name for part in types for name in _names(part)} & self._lacking:
            header = re.sub(rf"\b{name}\b", "Any", header)
            self._used.add("Any")
        return header

    def _docstring(self, node: ast.stmt) -> str:
        """Return the lines of a docstring with the paragraphs that learners get."""
        source = "\n".join(self._lines[number] or "" for number in range(node.lineno, _last_line(node) + 1))
        opening = QUOTES.match(source, node.col_offset)
        assert opening
        first, *others = re.split(r"\n[ \t]*(?=\n)", source.removesuffix(opening[1]).rstrip())
        text = "\n".join([first, *filter(GIVEN_PARAGRAPH.match, others)])
        return text + (f"\n{' ' * node.col_offset}" if "\n" in text else "") + opening[1]

    def _trim(self, node: Import) -> None:
        """Leave what the stub uses or is given of an import; copy what another solution gives."""
        given = [alias for alias in node.names if self._is_given(alias)]
        if isinstance(node, ast.ImportFrom) and node.level:
            copies = self._copies(imported_file(self._path, node), {alias.name for alias in given})
            self._replace(node.lineno, _last_line(node), "\n\n", *copies, "\n\n")
            return
        used = [alias for alias in node.names if (alias.asname or alias.name.partition(".")[0]) in self._used]
        left = [alias for alias in node.names if alias in given or alias in used]
        if left != node.names:
            self._take_out(node.lineno, _last_line(node))
            node.names = left
            self._lines[node.lineno] = ast.unparse(node) if left else None

    def _copies(self, path: Path, names: set[str]) -> Iterator[str]:
        """Yield the source of what another solution defines under some names."""
        for node in parsed(path).body if names else ():
            if not names.isdisjoint(bound_names(node)):
                self._use(node)
                yield ast.get_source_segment(path.read_text("utf-8"), node) or ""


def _is_absolute(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level)


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, Definition) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _last_line(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_public(node: ast.stmt) -> bool:
    """Return whether learners write a method: helpers begin with one underscore."""
    return isinstance(node, ast.FunctionDef) and (not node.name.startswith("_") or node.name.endswith("__"))
