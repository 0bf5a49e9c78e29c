"""The figures on the cards of the deck `structure`."""

from .as_text import short


def fifty_right_tokens() -> dict[str, str]:
    """Return how likely 50 tokens are all right that each go wrong with probability .01."""
    return {"chance": short((1 - 0.01) ** 50)}
