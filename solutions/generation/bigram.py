"""A bigram model of a text's characters as a model that writes."""

from typing import Any

import numpy as np

from ..loop.train_bigram import train_bigram
from .models import TextCache

STEPS, RATE = 300, 30.0
CONTEXT = 1_000_000
"""A bigram model looks at one token only, so any text fits."""


class CharacterTokenizer:
    """The characters of a text as tokens; the end of a line ends a text.

    Args:
        text: has one character or more beside line ends.

    Attributes:
        bytes: by id; the end-of-text token stands for nothing.
        eos: the id of the end-of-text token, the last one.
    """

    def __init__(self, text: str) -> None:
        characters = sorted(set(text) - {"\n"})
        self.bytes = [*(each.encode() for each in characters), b""]
        self.eos = len(characters)
        self._ids = {each: token for token, each in enumerate(characters)}

    def encode(self, text: str) -> list[int]:
        """Return the ids of those characters of a text that are known."""
        return [self._ids[each] for each in text if each in self._ids]

    def lines(self, text: str) -> list[int]:
        """Return the ids of a text to train on, with the end-of-text token at each line end."""
        return [self._ids.get(each, self.eos) for each in f"{text.strip()}\n"]


class BigramModel:
    """A table of logits, in the form in which loops call a model."""

    context = CONTEXT

    def __init__(self, logits: np.ndarray) -> None:
        self._logits = np.asarray(logits, dtype=np.float64)

    def new_cache(self) -> TextCache:
        """Return an empty text."""
        return TextCache()

    def __call__(self, ids: list[int], cache: TextCache | None = None) -> np.ndarray:
        """Return the logits after each id, (T, V), and add the ids to the text."""
        if cache is not None:
            cache.ids += ids
        rows: np.ndarray = self._logits[ids]
        return rows


def trained(text: str) -> tuple[Any, Any]:
    """Return a bigram model of the characters of a text, and its tokenizer."""
    tokenizer = CharacterTokenizer(text)
    logits, _ = train_bigram(tokenizer.lines(text), len(tokenizer.bytes), STEPS, RATE)
    return BigramModel(logits), tokenizer
