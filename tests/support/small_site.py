"""A course of one exercise with a mark in everything that a site must not show, and another in all that it must."""

from __future__ import annotations

import re
from pathlib import Path

TABLE = """id: marked
title: A marked course
version: 1
prerequisites: You should know how to count.
repository: https://github.com/someone/marked
units:
  - id: first
    title: First steps
    exercises: [add_one]
"""
EXERCISE = """title: Shown title
signature: "add_one(shown_argument: int) -> int"
objective: Shown objective.
task: |
  Shown task, with a formula $n^2$ and a word in **bold type**.
points: 3
sources:
  - title: Shown source
    url: https://example.org/shown
hints: [Shown hint one., Shown hint two., Shown hint three.]
checks:
  - {name: shown check, kind: cases, points: 1, cases: [{shown_argument: 9190001, expect: 9190002}]}
  - {name: shown refusal, kind: raises, points: 1, cases: [{shown_argument: -9190003}]}
  - name: shown law
    kind: property
    points: 1
    law: secret_law
    where: secret_filter
    inputs:
      shown_argument: {kind: integer, low: 9190004, high: 9190005}
    cases: [{shown_argument: 9190006}]
explain: |
  Secret explanation, whose **second term** is in the glossary. Secret end.
cards: [secret-card]
"""
SOLUTION = '''"""Secret module."""


def add_one(shown_argument: int) -> int:
    """Secret docstring."""
    secret_step = 9190007
    if shown_argument < 0:
        raise ValueError("secret message")
    return shown_argument + secret_step - 9190006
'''
MISTAKES = """secret_mistake:
  edit: {secret_step = 9190007: secret_step = 9190008}
  says: |
    Secret title.
    Secret advice.
"""
CHECKS = """def secret_law(*, result, shown_argument):
    return result == shown_argument + 1 or "secret verdict 9190009"


def secret_filter(*, shown_argument):
    return shown_argument != 9190010
"""
TERMS = "terms:\n  second term: {means: Shown definition., introduced: first/add_one}\n"
MUTANTS = "allowed: []\n"
HIDDEN = re.compile(r"secret|91900\d\d", re.IGNORECASE)
"""Matches every mark that no page may have."""
SHOWN = (
    "Shown title", "add_one(shown_argument: int) -&gt; int", "Shown objective.", "Shown task", "Shown source", "Shown hint one.",
    "Shown hint three.", "shown check | 1", "shown law | 1", "https://example.org/shown", "You should know how to count.",
)  # fmt: skip
"""Texts that the pages must have."""


def write_marked_course(folder: Path) -> Path:
    """Write the course into a new folder; return the folder."""
    for name, text in {
        "exercises/course.yaml": TABLE,
        "exercises/first/add_one.yaml": EXERCISE,
        "exercises/terms.yaml": TERMS,
        "exercises/first/add_one.py": "def add_one(shown_argument: int) -> int:\n    ...\n",
        "solutions/first/add_one.py": SOLUTION,
        "solutions/first/add_one_mistakes.yaml": MISTAKES,
        "solutions/first/add_one_checks.py": CHECKS,
        "solutions/first/add_one_mutants.yaml": MUTANTS,
        "docs/errata.md": "# Shown errata\n\nShown correction, with [a link](other.md) to no page of the site.\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
