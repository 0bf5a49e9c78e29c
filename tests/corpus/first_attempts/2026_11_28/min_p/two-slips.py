import numpy as np


def min_p(p: np.ndarray, m: float) -> np.ndarray:
    if m <= 0 or m > 1:
        raise ValueError("m must be between 0 and 1")
    best = p.max()
    kept = np.where((p > m * best) | (p == best), p, 0.0)
    return kept / kept.sum()
