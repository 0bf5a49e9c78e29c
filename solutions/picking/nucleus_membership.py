"""The nucleus: the smallest group of likely tokens that holds a given share."""

import numpy as np


def nucleus(p: np.ndarray, top_p: float) -> list[int]:
    """Return the ids of the likeliest tokens that together reach top_p.

    A token is in as long as those ahead of it have not reached top_p; so the one that completes the sum is in, too.

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

    Source: Holtzman et al. 2020, The curious case of neural text degeneration, https://arxiv.org/abs/1904.09751.
    """
    if not 0 < top_p <= 1:
        raise ValueError(f"top_p must be above 0 and at most 1, but it is {top_p}")
    ranked = np.argsort(-p, kind="stable").tolist()  # ids, likeliest first; "stable" leaves equals in the order of ids
    if top_p == 1:  # on its own, because running sums may reach 1 before the last token, or stay a rounding below
        return ranked
    kept: list[int] = []
    collected = 0.0
    for token in ranked:
        if collected >= top_p:
            break
        kept.append(token)
        collected += p[token]
    return kept
