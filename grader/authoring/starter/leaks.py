"""Find answers of a course in a file: copies of its files, their names, and stubs that have been filled in."""

import ast
import hashlib
import re
import warnings
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from grader.course.course import Course

KINDS = {"_mistakes": "the mistakes", "_checks": "the checks", "": "the solution"}
LIMITS = """\
looked for: copies of the course's files, their names, and stubs that are filled in, also in messages of commits and tags
not looked for: renamed functions, single lines, notebooks, archives, patches, comments, encodings, git's settings and hooks"""
DEFINITION = re.compile(r"^(?:async +def|def|class)[ \t]+(\w+)", re.MULTILINE)
BLOCK = re.compile(rf"{DEFINITION.pattern}.*(?:\n(?:[ \t].*|\).*:[ \t]*|(?=\n)))*", re.MULTILINE)
"""A definition with its body; its signature may end on a line that begins with a bracket."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef


class Leak(NamedTuple):
    """An answer in a file: its line, and a description to print after it."""

    line: int
    words: str


class Answers(NamedTuple):
    """The answers of a course, each with a phrase for its origin."""

    files: dict[str, str]
    """By the hash of a file."""
    names: dict[str, str]
    """By a file's path in the course, and by its name if that says enough."""
    stubs: dict[str, str]
    """Exercise ids, by the name of a function or class that learners write."""


def answers_of(course: Course) -> Answers:
    """Index the answers of a course."""
    answers = Answers({}, {}, {})
    public = {course.stub(exercise_id).name for exercise_id in course.exercise_ids}
    for exercise_id in course.exercise_ids:
        for node in ast.parse(course.stub(exercise_id).read_bytes()).body:
            if isinstance(node, Definition) and not is_written(node):
                answers.stubs.setdefault(node.name, exercise_id)
    for path, name, origin in _secret_files(course):
        content = path.read_bytes()
        if content.strip():  # empty files are alike everywhere
            answers.files[_hash(content)] = origin
        answers.names[name] = origin
        if path.name not in public and origin != name:  # a helper's name, such as model.py, may be anybody's
            answers.names[path.name] = origin
    return answers


def leaks(answers: Answers, path: str, content: bytes) -> Iterator[Leak]:
    """Yield the answers in a file; a copy counts once."""
    if copied := answers.files.get(_hash(content)):
        yield Leak(1, f"is a copy of {copied}; remove the file")
        return
    parts = PurePosixPath(path).parts
    ends = ("/".join(parts[start:]) for start in range(len(parts)))
    if named := next((answers.names[end] for end in ends if end in answers.names), None):
        yield Leak(1, f"has the name of {named}; remove the file")
    for line, name in _definitions(answers, content):
        words = f"`{name}` is written, which {answers.stubs[name]} asks learners for; leave it as the stub has it"
        yield Leak(line, words)


def is_written(node: Definition) -> bool:
    """True if a function, or a method of a class, does anything but raise an exception."""
    if isinstance(node, ast.ClassDef):
        return any(is_written(statement) for statement in node.body if isinstance(statement, Function))
    return not all(isinstance(statement, ast.Pass | ast.Raise) or _is_constant(statement) for statement in node.body)


def _definitions(answers: Answers, content: bytes) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of the written functions and classes of a text that have the name of a stub.

    Of a Python file, those at the top level; of any other text, such as Markdown, those that begin a line.
    """
    text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    # parsing takes 100 times as long as searching, and most files define no such function
    if b"\0" in content or not any(definition[1] in answers.stubs for definition in DEFINITION.finditer(text)):
        return  # with a NUL byte it is neither Python nor text: an archive that stores files as they are has such lines
    body = _parsed(text)
    parts = [(0, body)] if body is not None else [
        (text.count("\n", 0, definition.start()), _parsed(definition[0]) or [])
        for definition in BLOCK.finditer(text)
        if definition[1] in answers.stubs
    ]  # fmt: skip
    for lines_before, nodes in parts:
        for node in nodes:
            if isinstance(node, Definition) and node.name in answers.stubs and is_written(node):
                yield lines_before + node.lineno, node.name


def _parsed(text: str) -> list[ast.stmt] | None:
    """Return the statements of a text, None if it is not Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of invalid escapes, in a text that may not be Python
        try:
            return ast.parse(text).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def _is_constant(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _secret_files(course: Course) -> Iterator[tuple[Path, str, str]]:
    """Yield each file that holds answers, its path in the course, and a phrase for it."""
    exercises, solutions = course.content
    known = set(course.exercise_ids)
    for path in sorted(solutions.rglob("*")):
        inner = path.relative_to(solutions)
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in inner.parts):
            name = path.relative_to(solutions.parent).as_posix()
            yield path, name, _origin(inner.with_suffix("").as_posix(), known) or name
    for path in sorted(exercises.glob("*/*.yaml")):
        exercise_id = path.relative_to(exercises).with_suffix("").as_posix()
        name = path.relative_to(exercises.parent).as_posix()
        yield path, name, f"the exercise file of {exercise_id}" if exercise_id in known else name


def _origin(name: str, known: set[str]) -> str | None:
    ids = ((kind, name.removesuffix(ending)) for ending, kind in KINDS.items() if name.endswith(ending))
    return next((f"{kind} of {exercise_id}" for kind, exercise_id in ids if exercise_id in known), None)


def _hash(content: bytes) -> str:
    """Return a hash that line ends don't change: git may have converted them."""
    return hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()
