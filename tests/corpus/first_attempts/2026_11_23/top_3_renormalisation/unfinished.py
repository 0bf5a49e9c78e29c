"""Keep the top 3: cut off the unlikely tokens and renormalize the rest."""

import numpy as np


def top_k(p: np.ndarray, k: int) -> np.ndarray:
    """Return the probabilities after keeping only the k likeliest tokens.

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
    """
    threshold = sorted(p, reverse=True)[k - 1]
    result = np.zeros(len(p))
    for i in range(len(p)):
        if p[i] >= threshold:
            result[i] = p[i]
    # TODO renormalize
    # TODO k == 0
    return result
