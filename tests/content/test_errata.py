"""docs/errata.md holds all claims, and no figure in its tables but computed ones and those of other people's software."""

from __future__ import annotations

import re

import errata_runs
import pytest
from errata_figures import FIGURES
from places import ROOT

assert errata_runs  # importing it adds its rows to FIGURES
DOCUMENT = ROOT / "docs" / "errata.md"

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
def test_figures_are_what_is_computed(name: str) -> None:
    claim, *rest_of_row = rows()[name]
    rest = " | ".join(rest_of_row)
    passages = FIGURES[name]() if name in FIGURES else []
    assert [passage for passage in passages if passage not in f"{claim} | {rest}"] == []
    for passage in sorted([*passages, *STATED.get(name, [])], key=len, reverse=True):
        rest = rest.replace(passage, "…")
    named = re.sub(r"`[^`]*`|\]\([^)]*\)|arXiv:[\d.]+", "", rest)
    assert re.findall(r"\S*\d\S*", named) == []
