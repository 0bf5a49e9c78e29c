"""docs/reference/errata.md holds all claims, and the course says nothing again that was corrected."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from places import COURSE_FOLDER, PACKAGE, ROOT

import flashcards

DOCUMENT = ROOT / "docs" / "reference" / "errata.md"


def rows() -> dict[str, list[str]]:
    """Return the cells of each row of the document's tables, by the name in the first one."""
    lines = [line for line in DOCUMENT.read_text("utf-8").splitlines() if re.match(r"\| (\d+|[a-h]) \|", line)]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return {each[0].strip(): each[1:] for each in cells}


def test_all_claims_are_there() -> None:
    assert sorted(rows(), key=lambda name: int(name, 36)) == [
        *map(str, range(1, 10)),
        *"abcdefgh",
        *map(str, range(10, 34)),
    ]
    assert {len(cells) for cells in rows().values()} == {3}


CORRECTED = [
    r"[Dd]ivide the scores of tokens in the text by",
    r"only then does the rule of acceptance",
    r"except the newest, which is being fed",
    r"reserve room in advance instead and double",
    r"hardly any single token has a probability",
    r"less likely, by the factor r",
    r"divides every logit by r",
    r"for every state of the reader, which tokens",
    r"the same context always brings the same next token",
    r"rule of thumb of this course",
    r"\bbolder\b",
    r"penalties and bans are applied to logits for that reason",
    r"\b(go|goes|spaces) on for ever|with spaces for ever",
    r"key\W+which says how well it fits",
    r"makes (them|probabilities) nearly equal",
]
"""Statements that the course once made and that are false; each was corrected against its source."""


@pytest.mark.slow
def test_nothing_that_was_corrected_is_said_again() -> None:
    folders = [COURSE_FOLDER / "exercises", COURSE_FOLDER / "solutions", Path(flashcards.__file__).parent, PACKAGE]
    files = {path for folder in folders for path in folder.rglob("*") if path.suffix in (".yaml", ".py", ".html")}
    texts = {path: " ".join(path.read_text("utf-8").split()) for path in files}
    found = [(path.name, claim) for path, text in texts.items() for claim in CORRECTED if re.search(claim, text, re.I)]
    assert found == []
