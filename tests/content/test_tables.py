"""Tables of texts are still tables: a formatter that re-wraps a paragraph joins their rows."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from places import ROOT

import flashcards
from grader.course import find

CONTENT = find()
DECKS = Path(flashcards.__file__).parent
RULE = re.compile(r"\|\s*:?-{3,}:?\s*\|")
"""A part of the line between the head of a table and its rows."""


def texts() -> list[Path]:
    """Return the YAML files of the course and the Markdown files of the project."""
    found = [path for folder in (CONTENT.exercises, DECKS) for path in folder.rglob("*.yaml")]
    return [*found, *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *CONTENT.solutions.rglob("*.md")]


def broken_rules(text: str) -> list[str]:
    """Return the lines of a text in which the rule of a table shares its line, or has another number of columns."""
    lines = ["", *text.splitlines()]
    return [
        line
        for head, line in pairwise(lines)
        if RULE.search(line)
        and (not re.fullmatch(r"\s*\|(\s*:?-+:?\s*\|)+", line) or line.count("|") != head.replace(r"\|", "").count("|"))
    ]


def test_a_joined_row_is_found() -> None:
    assert broken_rules("| a | b | |---|---| | 1 | 2 |") == ["| a | b | |---|---| | 1 | 2 |"]
    assert broken_rules("| a | b |\n|---|---|\n| 1 | 2 |\n\n  | a |\n  | :--- |\n") == []
    assert broken_rules("| a |\n|---|---|") == ["|---|---|"]


def test_no_table_is_joined_into_a_paragraph() -> None:
    assert len(texts()) > 100
    broken = {path.name: broken_rules(path.read_text("utf-8")) for path in texts()}
    assert {name: rules for name, rules in broken.items() if rules} == {}
