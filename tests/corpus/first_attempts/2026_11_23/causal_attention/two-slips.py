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
    T, d = q.shape
    S = len(k)
    if S < T:
        raise ValueError("fewer keys than queries")
    scores = (q @ k.T) / d
    for t in range(T):
        for s in range(S):
            if s > S - T + t:
                scores[t, s] = -np.inf
    scores = scores - scores.max(axis=1, keepdims=True)
    weights = np.exp(scores)
    weights = weights / weights.sum(axis=0, keepdims=True).clip(1e-300)
    return weights @ v
