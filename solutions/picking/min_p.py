"""Min-p: cut the tokens that are far behind the likeliest one."""

import numpy as np


def min_p(p: np.ndarray, m: float) -> np.ndarray:
    """Return the probabilities after cutting tokens less likely than m times the likeliest one.

    The bar moves with the model's confidence: high where one token stands out, low where none does.

    Args:
        p: (V,) float, V >= 1; probabilities that add up to 1.
        m: from 0, which keeps all, to 1, which keeps the likeliest token and those equal to it.

    Returns:
        (V,) float, in the order of p; exactly 0 for tokens that were cut, adding up to 1.

    Raises:
        ValueError: m is below 0 or above 1.

    >>> min_p(np.array([0.125, 0.375, 0.375, 0.125]), 0.5).tolist()
    [0.0, 0.5, 0.5, 0.0]
    >>> min_p(np.array([0.5, 0.25, 0.25]), 0.5).tolist()
    [0.5, 0.25, 0.25]

    Source: Nguyen et al. 2024, Turning up the heat, https://arxiv.org/abs/2407.01082.
    """
    if not 0 <= m <= 1:
        raise ValueError(f"m must be from 0 to 1, but it is {m}")
    kept = np.where(p >= m * p.max(), p, 0.0)  # the likeliest token is never below its own bar
    return kept / kept.sum()
