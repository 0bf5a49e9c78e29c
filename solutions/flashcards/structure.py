"""The figures on the cards of the deck `structure`."""

from ..structure.regex_mask import regex_mask
from .as_text import short

AUTOMATON, ACCEPTING = [{"a": 1}, {"b": 1, "c": 2}, {}], [2]
"""The expression ab*c."""


def fifty_right_tokens() -> dict[str, str]:
    """Return how likely 50 tokens are all right that each go wrong with probability .01."""
    return {"chance": short((1 - 0.01) ** 50)}


def masks_once() -> dict[str, str]:
    """Return how many entries the masks of 200 states and 50,000 tokens have."""
    states, tokens = 200, 50_000
    return {"states": str(states), "tokens": f"{tokens:,}", "entries": f"{states * tokens:,}"}


def dead_end() -> dict[str, str]:
    """Return which tokens may come after an a, without and with the token bc."""

    def may(vocab: list[str]) -> str:
        index, _ = regex_mask(AUTOMATON, ACCEPTING, [*vocab, ""], len(vocab))
        return " and ".join(f"`{vocab[token]}`" for token in index[1]) or "None of them"

    vocab = ["a", "b", "ca", "cc"]
    try:
        without = may(vocab)
    except ValueError:  # not even the first token could come
        without = "None of them"
    return {"may": without, "with_bc": may([*vocab, "bc"])}
