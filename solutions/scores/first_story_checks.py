"""Two sources of the next piece of text: one to follow by hand, and the tiny transformer."""

from functools import lru_cache

import numpy as np

from ..tiny_lm import model as tiny_lm


def count_characters():
    """Make a function whose next piece is the number of characters of a text."""
    return lambda text: str(len(text))


def tiny_transformer():
    """Make a function whose next piece is the tiny transformer's likeliest token."""
    return _likeliest


@lru_cache(maxsize=500)
def _likeliest(text):
    """Return the text of the likeliest token."""
    tokenizer, model = tiny_lm.tokenizer(), tiny_lm.load("target")
    logits = model(tokenizer.encode(text))
    return tokenizer.bytes[int(np.argmax(logits[-1]))].decode("utf-8", "replace")
