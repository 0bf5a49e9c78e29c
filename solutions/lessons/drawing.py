"""Pictures in text for the pages: bars, and the tiny model's next token."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..flashcards.as_text import short
from ..scores.softmax_stable import softmax
from ..tiny_lm import model as tiny_lm

WIDEST = 30
"""Characters in the bar of probability 1."""


class Next(NamedTuple):
    """Return the tiny model's next tokens after a text with their probabilities, the likeliest first, and all logits."""

    texts: list[str]
    probabilities: list[float]
    logits: np.ndarray


def following(text: str, count: int = 5) -> Next:
    """Return the likeliest next tokens after a text."""
    tokenizer = tiny_lm.tokenizer()
    logits = tiny_lm.load("target")(tokenizer.encode(text))[-1]
    p = softmax(logits)
    order = np.argsort(-p, kind="stable")[:count]
    texts = [tokenizer.bytes[each].decode("utf-8", "replace") for each in order]
    return Next(texts, [float(p[each]) for each in order], logits)


def bars(labels: Sequence[str], shares: Iterable[float], places: int = 3) -> str:
    """Draw a bar for each label, as long as its share."""
    longest = max(map(len, labels))
    return "\n".join(
        f"{label:<{longest}}  {short(share, places)}  {'█' * round(WIDEST * share) or '▏'}"
        for label, share in zip(labels, shares, strict=True)
    )


def listed(words: Sequence[str]) -> str:
    """Join words with commas and an “and”."""
    return f"{', '.join(words[:-1])} and {words[-1]}"
