"""Render decks as one HTML page to study and print, without network access or other files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from markupsafe import Markup

from flashcards import TEMPLATES
from flashcards.deck import Card, Deck
from grader.files import html_page, markdown


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
    template = html_page.environment(TEMPLATES).get_template("study.html")
    parts = template.stream(
        title=decks[0].title if len(decks) == 1 else "Flashcards",
        decks=decks,
        count=len(texts),
        faces=_faces(decks, iter(texts)),
        tags=sorted(Counter(tag for deck in decks for card in deck.cards for tag in card.tags).items()),
        **html_page.head(style, script),
    )
    parts.enable_buffering(1000)  # encode a page of ten thousand cards in pieces, not at the end
    return b"".join(part.encode() for part in parts)


def _faces(decks: Sequence[Deck], texts: Iterator[tuple[Markup, Markup]]) -> Iterator[tuple[str | Markup, ...]]:
    """Yield the values of each card as a tuple, which the template reads faster than the card's attributes."""
    for deck in decks:
        for card in deck.cards:
            groups = " tag-".join([f"deck-{deck.id}", *card.tags])
            command = f"learn show {card.exercise.rpartition('/')[2]}" if card.exercise else ""
            source, url = (card.source.title, card.source.url or "") if card.source else ("", "")
            yield card.id, groups, *next(texts), command, source, url, " · ".join([deck.title, *card.tags])
