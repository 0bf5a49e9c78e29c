import numpy as np


def top_k(p, k):
    if k < 0:
        raise ValueError("`top_k` has to be a positive integer")
    if k == 0:
        return p.copy()
    k = min(max(k, 1), len(p))
    threshold = np.sort(p)[-k]
    return np.where(p < threshold, 0.0, p)
