import numpy as np


def min_p(p, m):
    if m < 0 or m > 1:
        raise ValueError("m must be between 0 and 1")
    bar = m * np.max(p)
    out = np.zeros_like(p)
    for i, x in enumerate(p):
        if x > bar:
            out[i] = x
    return out
