"""A small cheat sheet, the cards and exercises that it takes sentences from, and its figures."""

from __future__ import annotations

import sys
from pathlib import Path

from flashcards.cheat_sheet import Sheet, Shelf, load_sheet
from flashcards.deck import Card

SMALL = """\
id: small
title: A small sheet
lead: Everything in few words.
sections:
  - title: To know
    rows:
      - term: softmax
        exercise: scores/softmax
        text: It gives {{ share }}.
      - card: dice
        sentences: 1
      - term: all
        card: dice
    figures: shares
  - title: A table
    columns: [name, value]
    rows:
      - cells: [p, "$p_i$ is {{ share }}"]
    note: Below it.
    figures: shares
    is_wide: true
"""
SHELF = Shelf(
    cards={
        "dice": Card(
            id="dice", front="How is it *drawn*?", back="By dice. With u = .9 it is b.", exercise="picking/dice"
        ),
        "steps": Card(id="steps", front="Which steps?", back="1. One.\n2. Two."),
    },
    exercise_ids=["scores/softmax", "picking/dice"],
    objective={"scores/softmax": "Make shares.", "picking/dice": "Draw."}.__getitem__,
)


def shares() -> dict[str, str]:
    """Return the figures of the small sheet."""
    return {"share": ".632"}


def surplus() -> dict[str, str]:
    """Return more than it shows."""
    return {"share": ".632", "other": "1"}


def money() -> dict[str, str]:
    """Return text that begins a formula and never ends it."""
    return {"share": "$5 or so"}


def load(folder: Path, *changes: tuple[str, str]) -> Sheet:
    """Load the small sheet with some of its text replaced."""
    text = SMALL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "small.yaml"
    path.write_text(text, "utf-8")
    return load_sheet(path, sys.modules[__name__], SHELF, "small.yaml")
