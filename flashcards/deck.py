"""Define the models of a deck of flashcards; `deck_file` loads them from YAML."""

from __future__ import annotations

from grader.core.models import yaml_model
from grader.course.exercise import Source


@yaml_model
class Card:
    """A question and its answer, as marked-up text; in a loaded card, with figures filled in."""

    id: str
    """Lower-case letters, digits and hyphens; unique among all decks, and never changed."""
    front: str
    """The question, in one paragraph."""
    back: str
    """The answer: paragraphs and lists, with emphasis, code and `$formulas$`."""
    tags: tuple[str, ...] = ()
    """Topics, to select cards by."""
    exercise: str | None = None
    """The id of the exercise that the card belongs to."""
    source: Source | None = None
    """Where the answer can be looked up."""
    figures: str | None = None
    """The function in `solutions/flashcards/` that computes the numbers written as `{{ name }}`."""


@yaml_model
class Deck:
    """Cards about one topic, in learning order."""

    id: str
    """The name of its file, without `.yaml`."""
    title: str
    """The title that learners see."""
    cards: tuple[Card, ...]
    """The cards in learning order."""


def tags_of(decks: list[Deck]) -> list[str]:
    """Return the tags of some decks, in order of first appearance."""
    return list(dict.fromkeys(tag for deck in decks for card in deck.cards for tag in card.tags))


def with_tags(decks: list[Deck], tags: tuple[str, ...]) -> list[Deck]:
    """Filter decks by tag: keep the cards that have any of the tags, or all cards if no tag is given."""
    if not tags:
        return decks
    kept = [Deck(id=deck.id, title=deck.title, cards=_tagged(deck, set(tags))) for deck in decks]
    return [deck for deck in kept if deck.cards]


def _tagged(deck: Deck, tags: set[str]) -> tuple[Card, ...]:
    return tuple(card for card in deck.cards if tags & set(card.tags))
