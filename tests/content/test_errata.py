"""docs/reference/errata.md holds all claims, and no figure in its tables but computed ones and those of other people's software."""

from __future__ import annotations

import re
from pathlib import Path

import errata_runs
import pytest
from errata_figures import FIGURES
from places import COURSE_FOLDER, PACKAGE, ROOT

import flashcards

assert errata_runs  # importing it adds its rows to FIGURES
DOCUMENT = ROOT / "docs" / "reference" / "errata.md"

STATED = {
    "15": ["T = 1 and p = 1", "k = 50"],
    "16": ["20", "16"],
    "18": ["32 000 (Llama 2)", "50 257 (GPT-2)", "128 256 (Llama 3)", "200 000 (o200k)", "256 000"],
    "21": ["40", "50"],
    "31": ["k = 50"],
    "32": ["As of 2026", "GPT-5", "Claude Opus 4.7"],
}
"""Figures that are facts about other software, with their sources beside them, and not results."""


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


@pytest.mark.parametrize("name", [*"abcdefgh", *map(str, range(1, 34))])
@pytest.mark.slow
def test_figures_are_what_is_computed(name: str) -> None:
    claim, *rest_of_row = rows()[name]
    rest = " | ".join(rest_of_row)
    passages = FIGURES[name]() if name in FIGURES else []
    assert [passage for passage in passages if passage not in f"{claim} | {rest}"] == []
    for passage in sorted([*passages, *STATED.get(name, [])], key=len, reverse=True):
        rest = rest.replace(passage, "…")
    named = re.sub(r"`[^`]*`|\]\([^)]*\)|arXiv:[\d.]+", "", rest)
    assert re.findall(r"\S*\d\S*", named) == []


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
