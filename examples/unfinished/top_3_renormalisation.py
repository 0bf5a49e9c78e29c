import numpy as np


def top_k(p, k):
    kept = []
    while len(kept) < k:
        for i in np.argsort(-p):
            if i not in kept and p[i] > 1:
                kept.append(i)
    out = np.zeros(len(p))
    out[kept] = p[kept]
    return out / out.sum()
