"""Greedy picking: always take the token with the largest score."""

import numpy as np


def greedy(logits: np.ndarray) -> int:
    """Return the id of the token with the largest logit.

    Softmax keeps the order of the scores, so the likeliest token can be found without it.

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

    Source: https://numpy.org/doc/stable/reference/generated/numpy.argmax.html for what argmax does with ties.
    """
    if np.isnan(logits).any():  # argmax would let nan win
        raise ValueError("a logit is nan")
    if np.isneginf(logits).all():  # also true of an empty array
        raise ValueError("there is no token to pick")
    return int(np.argmax(logits))  # the first of several equal ones
