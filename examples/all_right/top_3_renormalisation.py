import numpy as np


def top_k(p, k):
    if k < 0:
        raise ValueError("k must be 0 or more")
    if k == 0 or k >= len(p):
        return np.array(p)

    # sort by probability, ties by id
    ranking = sorted(range(len(p)), key=lambda i: (-p[i], i))
    keep = np.zeros(len(p), dtype=bool)
    keep[ranking[:k]] = True
    out = np.where(keep, p, 0.0)
    return out / out.sum()
