"""Causal attention: every position looks back, and none looks ahead."""

import numpy as np

from ..scores.softmax_stable import softmax


def attend(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Return, for each query, the mixture of the values that it may see.

    Axes in front of those named below, such as one for the heads of a layer, are carried along.

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

    Source: Vaswani et al. 2017, Attention is all you need, section 3.2.1, https://arxiv.org/abs/1706.03762.
    """
    T, d = q.shape[-2:]
    S = k.shape[-2]
    if S < T:
        raise ValueError(f"{T} queries stand at the last {T} positions, but there are keys for only {S}")
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(d)  # (T, S)
    is_future = np.triu(np.ones((T, S), dtype=bool), k=1 + S - T)  # row 0 of the queries is position S - T of the text
    return softmax(np.where(is_future, -np.inf, scores)) @ v
