import numpy as np


def sample(p: np.ndarray, u: float) -> int:
    if not 0 <= u < 1:
        raise ValueError("u must be in [0, 1)")
    if not np.isclose(p.sum(), 1):
        raise ValueError("p must sum to 1")
    cdf = np.cumsum(p)
    i = int(np.searchsorted(cdf, u))
    return min(i, int(np.flatnonzero(p)[-1]))
