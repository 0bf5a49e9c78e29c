import numpy as np


def top_k(p: np.ndarray, k: int) -> np.ndarray:
    if k < 0:
        raise ValueError("k must be 0 or more")
    if k == 0 or k >= len(p):
        return p.copy()
    keep = np.argsort(p, kind="stable")[-k:]
    result = np.zeros_like(p)
    result[keep] = p[keep]
    return result
