"""Texts of cards as HTML: a main formula on a line of its own, and no break where reading would suffer."""

from __future__ import annotations

import re

import pytest

from flashcards.card_html import marked_up
from flashcards.deck import open_decks


def without_drawings(text: str) -> str:
    """Return a text as HTML, each formula as F."""
    return re.sub(r"<svg.*?</svg>", "F", marked_up(text), flags=re.DOTALL)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("$e^x$. It grows.", '<span class="main-formula">F</span>It grows.'),
        ("$e^x$", '<span class="main-formula">F</span>'),
        ("$e^x$, where x is 1.", '<span class="main-formula">F</span>where x is 1.'),
        ("$e^x$ grows.", "F grows."),
        ("It is $e^x$ here.", "It is F here."),
        ("It is $e^x$.", 'It is <span class="unbroken">F.</span>'),
        ("Some text.", "Some text."),
    ],
)
def test_a_formula_at_the_beginning_has_a_line_of_its_own(text: str, made: str) -> None:
    assert without_drawings(text) == made


@pytest.mark.slow
def test_cards_of_the_course_ask_about_pictures() -> None:
    asked = [card for deck in open_decks() for card in deck.cards if card.picture]
    assert len(asked) >= 5
    for card in asked:
        assert card.drawn is not None
        assert card.drawn.title not in card.asked
        assert card.asked == f"{card.front.strip()} ({card.drawn.description})"
