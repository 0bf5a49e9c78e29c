"""What a starter repository must not hold: the answers of a course, in forms in which they can be found again."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from grader.authoring.starter.functions import Definition, Found, Function, definitions, is_written, shape
from grader.authoring.starter.words import Run, number_runs, word_runs
from grader.course.course import Course

SMALL = 10
"""A function of fewer expressions and statements may be the same by chance, so it must also have the same name."""
TRIVIAL = 6
"""A function that is even smaller says nothing."""
KINDS = {"_mistakes": "the mistakes", "_checks": "the checks", "": "the solution"}


class Finding(NamedTuple):
    """An answer that stands in a text; the words go on after the place."""

    line: int
    words: str


@dataclass
class Answers:
    """The answers of a course, each with the words for where it comes from."""

    files: dict[str, str] = field(default_factory=dict)
    """By the hash of a file."""
    shapes: dict[str, str] = field(default_factory=dict)
    """By the shape of a function; of a small one with its name."""
    words: dict[int, str] = field(default_factory=dict)
    numbers: dict[int, str] = field(default_factory=dict)
    """By a run."""
    stubs: dict[str, str] = field(default_factory=dict)
    """By the name of a function or class that learners are to write."""


def answers_of(course: Course) -> Answers:
    """Collect the answers of a course, leaving out what its stubs and tasks tell everybody."""
    answers = Answers()
    public = [text for exercise_id in course.exercise_ids for text in _public_texts(course, exercise_id)]
    for exercise_id in course.exercise_ids:
        tree = ast.parse(course.stub(exercise_id).read_bytes())
        for node in tree.body:
            if isinstance(node, Definition) and not is_written(node):
                answers.stubs.setdefault(node.name, exercise_id)
    for path, origin in _secret_files(course):
        content = path.read_bytes()
        answers.files[_hash(content)] = origin
        if path.suffix in (".py", ".yaml"):
            _collect(answers, content.decode(), origin, is_code=path.suffix == ".py")
    for runs, of in ((answers.words, word_runs), (answers.numbers, number_runs)):
        for _, run in (each for text in public for each in of(text)):
            runs.pop(run, None)
    for key in (key for text in public for found in definitions(text) for key in _keys(found.node)):
        answers.shapes.pop(key, None)  # what the stub gives to learners
    return answers


def findings(answers: Answers, content: bytes, text: str | None) -> Iterator[Finding]:
    """Yield the answers that stand in a file, one for each origin; `text` is None for a file that is none."""
    copied = answers.files.get(_hash(content))
    if copied:
        yield Finding(1, f"is a copy of {copied}; remove the file")
    elif text is not None:
        told: set[str] = set()
        for finding, origin in _in_text(answers, text):
            if origin not in told:
                told.add(origin)
                yield finding


def _in_text(answers: Answers, text: str) -> Iterator[tuple[Finding, str]]:
    """Yield what is found in a text and where it comes from, the plainest first."""
    for found in definitions(text):
        yield from _of_definition(answers, found)
    for line, origin in _first_of_each(answers.words, word_runs(text)):
        yield Finding(line, f"holds words of {origin}; take them out"), origin
    for line, origin in _first_of_each(answers.numbers, number_runs(text)):
        yield Finding(line, f"holds numbers of {origin}; take them out"), origin


def _of_definition(answers: Answers, found: Found) -> Iterator[tuple[Finding, str]]:
    name = found.node.name
    exercise_id = answers.stubs.get(name)
    if exercise_id is not None and not found.is_inner and is_written(found.node):
        words = f"`{name}` is written, which {exercise_id} asks learners for; leave it as the stub has it"
        yield Finding(found.line, words), f"the solution of {exercise_id}"
    for key in _keys(found.node):
        if key in answers.shapes:
            origin = answers.shapes[key]
            yield Finding(found.line, f"`{name}` is in {origin}, names aside; take it out"), origin


def _first_of_each(known: dict[int, str], runs: Iterable[Run]) -> Iterator[tuple[int, str]]:
    told: set[str] = set()
    for line, run in runs:
        origin = known.get(run)
        if origin is not None and origin not in told:
            told.add(origin)
            yield line, origin


def _collect(answers: Answers, text: str, origin: str, *, is_code: bool) -> None:
    """Add what can be found again of a file of the course; what is there already keeps its origin."""
    for runs, of in ((answers.words, word_runs), (answers.numbers, number_runs)):
        for _, run in of(text):
            runs.setdefault(run, origin)
    for found in definitions(text) if is_code else ():
        for key in _keys(found.node):
            answers.shapes.setdefault(key, origin)


def _keys(node: Definition) -> list[str]:
    """Return under what a function is kept: its shape, with its name if it is small; nothing if it says nothing."""
    if not isinstance(node, Function) or not is_written(node):
        return []
    key, size = shape(node)
    if size >= SMALL:
        return [key]
    return [f"{key} {node.name}"] if size >= TRIVIAL and not node.name.startswith("__") else []


def _secret_files(course: Course) -> Iterator[tuple[Path, str]]:
    """Yield the files that hold answers, solutions first, with the words for each."""
    exercises, solutions = course.content
    known = set(course.exercise_ids)
    paths = sorted(solutions.rglob("*"), key=lambda path: (path.stem.endswith(tuple(KINDS)[:2]), path))
    for path in paths:
        name = path.relative_to(solutions)
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in name.parts):
            yield path, _origin(name.with_suffix("").as_posix(), path, solutions.parent, known)
    for path in sorted(exercises.glob("*/*.yaml")):
        exercise_id = path.relative_to(exercises).with_suffix("").as_posix()
        shown = path.relative_to(exercises.parent).as_posix()
        yield path, f"the exercise file of {exercise_id}" if exercise_id in known else shown


def _origin(name: str, path: Path, root: Path, known: set[str]) -> str:
    for ending, kind in KINDS.items():
        if name.endswith(ending) and name.removesuffix(ending) in known:
            return f"{kind} of {name.removesuffix(ending)}"
    return path.relative_to(root).as_posix()


def _public_texts(course: Course, exercise_id: str) -> Iterator[str]:
    """Yield what everybody may read of an exercise: its stub, and what `learn show` says."""
    words = course.words(exercise_id)
    yield from (course.stub(exercise_id).read_text("utf-8"), words.title, words.signature, words.task)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
