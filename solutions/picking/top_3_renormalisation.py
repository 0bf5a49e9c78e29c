"""Keep the top 3: cut off the unlikely tokens and renormalize the rest."""

import numpy as np


def top_k(p: np.ndarray, k: int) -> np.ndarray:
    """Return the probabilities after keeping only the k likeliest tokens.

    Dividing the survivors by their sum fills the hole and leaves all ratios between them as they were.

    Args:
        p: (V,) float, V >= 1; probabilities that add up to 1.
        k: how many tokens to keep, the lower id first among equals; 0 or anything from V up keeps all.

    Returns:
        (V,) float, in the order of p; exactly 0 for tokens that were cut, adding up to 1.

    Raises:
        ValueError: k is negative.

    >>> top_k(np.array([0.125, 0.375, 0.375, 0.125]), 2).tolist()
    [0.0, 0.5, 0.5, 0.0]
    >>> top_k(np.array([0.5, 0.25, 0.25]), 0).tolist()
    [0.5, 0.25, 0.25]

    Source: Fan, Lewis and Dauphin 2018, Hierarchical neural story generation, https://arxiv.org/abs/1805.04833.
    """
    if k < 0:
        raise ValueError(f"k must not be negative, but it is {k}")
    if k == 0:
        return p.copy()
    kept = np.argsort(-p, kind="stable")[:k]  # ids, likeliest first; "stable" leaves equals in the order of their ids
    filtered = np.zeros(len(p))
    filtered[kept] = p[kept]
    return filtered / filtered.sum()
