import numpy as np


def top_k(p, k):
    if k < 0:
        raise ValueError("k must not be negative")
    if k == 0:
        k = len(p)
    order = np.argsort(-p, kind="stable")
    out = np.zeros_like(p)
    out[order[:k]] = p[order[:k]]
    return out / out.sum()
