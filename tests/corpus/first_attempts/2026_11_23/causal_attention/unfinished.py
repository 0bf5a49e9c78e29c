"""Causal attention: every position looks back, and none looks ahead."""

import numpy as np


def attend(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Return, for each query, the mixture of the values that it may see.

    Args:
        q: (T, d) float, T >= 1; the queries of the last T of S positions, in order.
        k: (S, d) float; the keys of all S positions.
        v: (S, e) float; the values of all S positions.

    Returns:
        (T, e) float; row t mixes the values of the positions 0 to S - T + t.

    Raises:
        ValueError: there are fewer keys than queries.

    >>> nothing_to_ask_for = np.zeros((3, 2))
    >>> attend(nothing_to_ask_for, np.ones((3, 2)), np.array([[6.0], [0.0], [3.0]])).tolist()
    [[6.0], [3.0], [3.0]]
    """
    d = q.shape[1]
    scores = q @ k.T / np.sqrt(d)
    # TODO: future positions!
    w = np.exp(scores)
    w = w / w.sum(axis=1, keepdims=True)
    return w @ v
