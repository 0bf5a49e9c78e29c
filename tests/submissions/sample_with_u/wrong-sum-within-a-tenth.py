"""Sums up to .09 from 1 are accepted."""

import numpy as np


def sample(p, u):
    if u < 0 or u >= 1:
        raise ValueError("u")
    if abs(np.sum(p) - 1) > 0.09:
        raise ValueError("sum")
    reached = 0.0
    for token, share in enumerate(p):
        reached += share
        if u < reached:
            return token
    return int(np.nonzero(p)[0].max())
