"""Roll the weighted dice: turn one random number into a token."""

import numpy as np


def sample(p: np.ndarray, u: float) -> int:
    """Return the id of the token whose stretch of the line from 0 to 1 contains u."""
    p = np.asarray(p, dtype=float)
    if not 0 <= u <= 1:
        raise ValueError(f"u is {u}, but it must lie between 0 and 1")
    if abs(p.sum() - 1) > 1e-6:
        raise ValueError("the probabilities do not add up to 1")
    ends = np.cumsum(p)
    token = np.searchsorted(ends, u, side="right")
    # rounding: u can be behind the last end
    return int(min(token, len(p) - 1))
