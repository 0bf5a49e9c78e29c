"""The nucleus: the smallest group of likely tokens that holds a given share."""

import numpy as np


def nucleus(p: np.ndarray, top_p: float) -> list[int]:
    """Return the ids of the likeliest tokens that together reach top_p.

    Args:
        p: (V,) float, V >= 1; probabilities that add up to 1.
        top_p: the share to reach, above 0 and at most 1; 1 keeps all ids.

    Returns:
        at least one id, the likeliest token first, the lower id first among equals.

    Raises:
        ValueError: top_p is not above 0, or is above 1.

    >>> nucleus(np.array([0.125, 0.5, 0.125, 0.25]), 0.75)
    [1, 3]
    >>> nucleus(np.array([0.125, 0.5, 0.125, 0.25]), 0.8)
    [1, 3, 0]
    """
    if not 0 < top_p <= 1:
        raise ValueError("top_p has to be above 0 and at most 1")
    ranking = [int(i) for i in np.argsort(p, kind="stable")[::-1]]
    chosen = []
    running = 0.0
    for token in ranking:
        running += p[token]
        if running >= top_p and chosen and top_p < 1:
            break
        chosen.append(token)
    return chosen
