"""A deck of flashcards: the models. `deck_file` loads them from YAML."""

from __future__ import annotations

from grader.core.yaml_model import yaml_model
from grader.course.exercise import Source


@yaml_model
class Card:
    """A question and its answer, as marked-up text; in a loaded card the figures are filled in."""

    id: str
    """Small letters, digits and hyphens; no other card of any deck has it, and it never changes."""
    front: str
    """The question, in one paragraph."""
    back: str
    """The answer: paragraphs and lists, with emphasis, code and `$formulas$`."""
    tags: tuple[str, ...] = ()
    """What the card is about, for choosing cards by it."""
    exercise: str | None = None
    """The id of the exercise that the card belongs to."""
    source: Source | None = None
    """Where the answer can be looked up."""
    figures: str | None = None
    """The function in `solutions/flashcards/` that computes the numbers written as `{{ name }}`."""


@yaml_model
class Deck:
    """Cards about one theme, in the order in which they are learnt."""

    id: str
    """The name of its file."""
    title: str
    """What learners see."""
    cards: tuple[Card, ...]
    """The cards in learning order."""


def tags_of(decks: list[Deck]) -> list[str]:
    """Return the tags of some decks in the order in which they first appear."""
    return list(dict.fromkeys(tag for deck in decks for card in deck.cards for tag in card.tags))


def with_tags(decks: list[Deck], tags: tuple[str, ...]) -> list[Deck]:
    """Return the decks with only the cards that have one of some tags, or all cards if there are none."""
    if not tags:
        return decks
    kept = [Deck(id=deck.id, title=deck.title, cards=_tagged(deck, set(tags))) for deck in decks]
    return [deck for deck in kept if deck.cards]


def _tagged(deck: Deck, tags: set[str]) -> tuple[Card, ...]:
    return tuple(card for card in deck.cards if tags & set(card.tags))
