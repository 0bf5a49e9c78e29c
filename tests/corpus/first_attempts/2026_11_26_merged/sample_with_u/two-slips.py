import numpy as np


def sample(p, u):
    if not 0 <= u < 1 or abs(p.sum() - 1) > 1e-6:
        raise ValueError("u or p is wrong")
    order = np.argsort(-p, kind="stable")
    total = 0.0
    for i in order:
        total += p[i]
        if u <= total:
            return int(i)
    return int(order[-1])
