"""Roll the weighted dice: turn one random number into a token."""

import numpy as np


def sample(p: np.ndarray, u: float) -> int:
    """Return the id of the token whose stretch of the line from 0 to 1 contains u.

    Args:
        p: (V,) float, V >= 1; probabilities that add up to 1.
        u: a random number, at least 0 and below 1.

    Returns:
        an id from 0 to V - 1, never that of a token of probability 0.

    Raises:
        ValueError: u is below 0 or not below 1, or p is further than 1e-6 from adding up to 1.

    >>> sample(np.array([0.5, 0.25, 0.25]), 0.6)
    1
    >>> sample(np.array([0.5, 0.25, 0.25]), 0.75)
    2
    """
    total = 0.0
    for i in range(len(p)):
        total += p[i]
        if u < total:
            return i
    # TODO: rounding? errors?
