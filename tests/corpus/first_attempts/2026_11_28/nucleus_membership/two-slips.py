import numpy as np


def nucleus(p: np.ndarray, top_p: float) -> list[int]:
    if not 0 < top_p <= 1:
        raise ValueError("top_p must be above 0 and at most 1")
    if top_p == 1:
        return [int(i) for i in np.argsort(p)[::-1]]
    ids = []
    total = 0.0
    for i in np.argsort(p)[::-1]:
        total += p[i]
        if total > top_p and ids:
            break
        ids.append(int(i))
    return ids
