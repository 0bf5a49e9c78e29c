import numpy as np


def top_k(p, k):
    # crop to the k best
    if k < 0:
        raise ValueError("top_k")
    if k > 0:
        v = np.sort(p)[-min(k, p.shape[-1]):]
        p[p < v[0]] = -float("Inf")
    # then softmax
    e = np.exp(p - p.max())
    return e / e.sum()
