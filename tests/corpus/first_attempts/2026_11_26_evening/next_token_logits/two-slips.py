"""Ask a model for the scores of the next token."""

from collections.abc import Callable

import numpy as np


def next_logits(model: Callable[[list[int]], np.ndarray], ids: list[int]) -> np.ndarray:
    """Return the logits of the token that comes after ids."""
    table = model(ids)
    if len(table) == 0:
        raise ValueError("no ids")
    last = table[-1]
    # as probabilities
    e = np.exp(last - np.max(last))
    return e / e.sum()
