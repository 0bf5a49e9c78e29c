"""Roll the weighted dice: turn one random number into a token."""

import numpy as np


def sample(p: np.ndarray, u: float) -> int:
    """Return the id of the token whose stretch of the line from 0 to 1 contains u."""
    # TODO ValueErrors
    end = 0.0
    for token in range(len(p)):
        end += p[token]
        if p[token] > 0 and u <= end:
            return token
    # TODO: u beyond the last end
