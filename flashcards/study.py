"""Render decks as one HTML page to study and print, without network access or other files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from flashcards import TEMPLATES
from flashcards.deck import Card, Deck
from grader.files import html_page, markdown


class Face(NamedTuple):
    """A card for the template, which unpacks the fields by position because that is faster than by name."""

    id: str
    groups: str
    """Deck and tags, to filter cards by."""
    front: Markup
    back: Markup
    command: str
    """The command that shows the exercise, or empty."""
    source: str
    url: str
    about: str
    """Deck title and tags, for display."""


class Choice(NamedTuple):
    """A filter for cards, and the number of cards that match."""

    value: str
    name: str
    cards: int


def render(decks: Sequence[Deck]) -> bytes:
    """Render the page with all cards of some decks, in UTF-8."""
    return laid_out(decks, [sides(card) for deck in decks for card in deck.cards])


def sides(card: Card) -> tuple[Markup, Markup]:
    """Convert a card's question and answer to HTML."""
    return html_page.marked_up(card.front), html_page.marked_up(card.back)


def laid_out(decks: Sequence[Deck], texts: Sequence[tuple[Markup, Markup]]) -> bytes:
    """Render the page with the cards of some decks, given the question and answer of each as HTML."""
    style = (TEMPLATES / "study.css").read_text("utf-8") + markdown.CSS
    script = (TEMPLATES / "study.js").read_text("utf-8")
    parts = (
        html_page.environment(TEMPLATES)
        .get_template("study.html")
        .stream(
            **html_page.head(style, script),
            title=decks[0].title if len(decks) == 1 else "Flashcards",
            decks=decks,
            count=len(texts),
            faces=_faces(decks, iter(texts)),
            deck_choices=[Choice(f"deck-{deck.id}", deck.title, len(deck.cards)) for deck in decks],
            tag_choices=_tag_choices(decks),
        )
    )
    parts.enable_buffering(1000)  # encode a page of ten thousand cards in pieces, not at the end
    return b"".join(part.encode() for part in parts)


def _faces(decks: Sequence[Deck], texts: Iterator[tuple[Markup, Markup]]) -> Iterator[Face]:
    """Yield the template's data of each card."""
    for deck in decks:
        for card in deck.cards:
            front, back = next(texts)
            groups = " tag-".join([f"deck-{deck.id}", *card.tags])
            source, url = (card.source.title, card.source.url or "") if card.source else ("", "")
            about = " · ".join([deck.title, *card.tags])
            yield Face(card.id, groups, front, back, _command(card), source, url, about)


def _command(card: Card) -> str:
    return f"learn show {card.exercise.rpartition('/')[2]}" if card.exercise else ""


def _tag_choices(decks: Sequence[Deck]) -> list[Choice]:
    """Return a filter for each tag, in alphabetical order."""
    counts = Counter(tag for deck in decks for card in deck.cards for tag in card.tags)
    return [Choice(f"tag-{tag}", tag, counts[tag]) for tag in sorted(counts)]
