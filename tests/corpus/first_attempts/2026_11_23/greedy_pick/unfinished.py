"""Greedy picking: always take the token with the largest score."""

import numpy as np


def greedy(logits: np.ndarray) -> int:
    """Return the id of the token with the largest logit.

    Args:
        logits: (V,) float; -inf marks a banned token.

    Returns:
        an id from 0 to V - 1; the lowest one if several tokens share the largest logit.

    Raises:
        ValueError: V is 0, a logit is nan, or every token is banned.

    >>> greedy(np.array([0.5, 2.0, -1.0]))
    1
    >>> greedy(np.array([-8.0, -4.0, -4.0]))
    1
    """
    best = 0
    best_score = 0
    for i, s in enumerate(logits):
        if s > best_score:
            best, best_score = i, s
    # TODO raise ValueError
    return best
