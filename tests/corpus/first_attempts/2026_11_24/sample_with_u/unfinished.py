import numpy as np


def sample(p, u):
    ends = np.cumsum(p)
    # TODO raise ValueError for bad u / bad sums
    # TODO last end below 1?
    return int(np.searchsorted(ends, u, side="right"))
