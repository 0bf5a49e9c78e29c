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
    if len(logits) == 0:
        raise ValueError("no logits")
    best_id = None
    best = -np.inf
    for token_id in range(len(logits)):
        score = logits[token_id]
        if np.isnan(score):
            continue
        if score >= best and score != -np.inf:
            best = score
            best_id = token_id
    if best_id is None:
        raise ValueError("every token is banned")
    return best_id
