import numpy as np


def sample(p: np.ndarray, u: float) -> int:
    """Return the id of the token whose stretch of the line from 0 to 1 contains u."""
    if u < 0 or u >= 1:
        raise ValueError(f"u is {u}")
    # TODO: check the sum of p
    total = 0.0
    last = 0
    for token, share in enumerate(p):
        if share == 0:
            continue
        total += share
        last = token
        if u < total:
            return token
    return last
