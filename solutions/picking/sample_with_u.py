"""Roll the weighted dice: turn one random number into a token."""

import numpy as np

ROUNDING = 1e-6  # how far from 1 the sum of probabilities may be


def sample(p: np.ndarray, u: float) -> int:
    """Return the id of the token whose stretch of the line from 0 to 1 contains u.

    A stretch is as long as its token is likely, so an evenly distributed u hits it as often as it should.

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

    Source: Devroye 1986, Non-uniform random variate generation, section III.2.
    """
    if not 0 <= u < 1:
        raise ValueError(f"u must be at least 0 and below 1, but it is {u}")
    if not abs(p.sum() - 1) <= ROUNDING:
        raise ValueError(f"probabilities must add up to 1, not to {p.sum()}")
    ends = np.cumsum(p)  # (V,), where each stretch ends
    token = int(np.searchsorted(ends, u, side="right"))  # the first whose end is greater than u
    last_possible = int(np.flatnonzero(p)[-1])
    return min(token, last_possible)  # rounding can leave the last end at or below u
