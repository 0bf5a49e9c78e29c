"""The tiny model's next tokens, and words in a list, for several pages."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..scores.softmax_stable import softmax
from ..tiny_lm import model as tiny_lm


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


def listed(words: Sequence[str]) -> str:
    """Join words with commas and an “and”."""
    return f"{', '.join(words[:-1])} and {words[-1]}"
