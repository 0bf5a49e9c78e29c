"""Sets of sheets for tests: cards, layouts, and PDFs of them with every card's face filled, so that its place can be read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from drawn import Drawn, drawn

from flashcards.card_html import picture_of
from flashcards.deck import open_decks
from flashcards.imposition import Turning, natural_flip
from flashcards.layout import Layout, layouts
from flashcards.sheets import PrintedCard, SheetSet, chunks

ALL = layouts()
LOOKED_AT = ("business-a4", "index-letter", "single-a4", "fold-letter")
"""One layout of each kind, on both papers; how the others lie follows from the same numbers."""
FILLED = ".face{background:#abc}"
FILL = (0.666667, 0.733333, 0.8)


def name_of(layout: Layout) -> str:
    """Return what a layout is called in the names of tests."""
    return f"{layout.name}-{layout.paper}"


def each_layout(*, only_duplex: bool = False) -> Any:
    """Repeat a test for each layout that is looked at."""
    kept = [each for each in map(layout_named, LOOKED_AT) if each.is_duplex or not only_duplex]
    return pytest.mark.parametrize("layout", kept, ids=name_of)


def layout_named(name: str) -> Layout:
    """Return a layout."""
    return next(layout for layout in ALL if name_of(layout) == name)


def some_cards(count: int) -> list[PrintedCard]:
    """Return cards that are easy to tell from one another."""
    return [PrintedCard.of(f"card-{number}", f"Asked {number}?", f"Told {number}.") for number in range(count)]


def shipped_cards() -> list[PrintedCard]:
    """Return the cards of all decks that come with the package."""
    return [
        PrintedCard.of(card.id, card.front, card.back, deck.title, picture_of(card))
        for deck in open_decks()
        for card in deck.cards
    ]


def sheet_set(layout: Layout, cards: list[PrintedCard] | None = None, **settings: Any) -> SheetSet:
    """Return a set that fills one sheet and begins another."""
    settings.setdefault("turning", Turning(flip=natural_flip(layout)))
    cards = some_cards(layout.cards_to_a_page + 1) if cards is None else cards
    return SheetSet(**{"title": "Deck", "version": "0a1b2c3d", "cards": cards, "layout": layout, **settings})


def filled(made: SheetSet) -> list[str]:
    """Return the chunks of a set with every face filled."""
    return [chunk.replace("</style>", f"{FILLED}</style>") for chunk in chunks(made)]


@cache
def pages_of(path: Path) -> list[list[Drawn]]:
    """Return what is drawn on the pages of a PDF."""
    import pikepdf

    with pikepdf.open(path) as pdf:
        return [drawn(page) for page in pdf.pages]


def faces(page: list[Drawn]) -> list[Drawn]:
    """Return the filled faces of a page."""
    return [each for each in page if each.kind == "box" and each.color == pytest.approx(FILL, abs=0.001)]


def words_on(face: Drawn, page: list[Drawn]) -> str:
    """Return the text on a face."""
    return " ".join(each.text.strip() for each in page if each.kind == "text" and lies_within(each, face))


def lies_within(inner: Drawn, outer: Drawn, by: float = 0.0) -> bool:
    """Say whether something lies within something else, so far from its edges."""
    return (
        inner.left >= outer.left + by - 1e-3
        and inner.top >= outer.top + by - 1e-3
        and inner.right <= outer.right - by + 1e-3
        and inner.bottom <= outer.bottom - by + 1e-3
    )
