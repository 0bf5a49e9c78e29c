"""How large the project may be. A commit lowers a number, or raises one and gives its reason in the message.

A number is no more than 2 % above what was counted when it was written, so that what was won is not lost unseen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import click
import pytest
from places import COURSE_FOLDER, PACKAGE, ROOT

from grader.cli.main import learn

ROOMS = {
    "authoring": 0,
    "checks": 0,
    "child": 0,
    "classes": 0,
    "cli": 0,
    "core": 0,
    "course": 0,
    "files": 0,
    "grading": 0,
    "learner": 0,
    "notebook": 0,
    "questions": 0,
    "reports": 0,
    "sandbox": 0,
}
"""Lines of Python in each room of `grader/`."""
SIZES = {
    "Python in grader/, flashcards/ and the course's commands": 36_500,
    "templates, JavaScript and CSS": 3_000,
    "test code": 36_000,
    "test data outside corpus/": 16_000,
    "words of docs without decisions": 30_000,
    "lines of .ci/run": 90,
    "lines of workflows": 300,
    "commands of the engine": 30,
    "commands of the course": 8,
    "options of both": 150,
}
TEMPLATES = {".html", ".css", ".js", ".jinja", ".svg"}
CODE_OF_LEARNERS = re.compile(r"tests/(corpus|data|submissions)/|tests/security/hostile/[^/]+/")


def count_lines(paths: Iterable[Path]) -> int:
    """Return the number of lines in some files."""
    return sum(path.read_bytes().count(b"\n") for path in paths)
