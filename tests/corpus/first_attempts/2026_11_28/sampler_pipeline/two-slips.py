import numpy as np
from temperature_rescaling import temperature_probs


def next_distribution(
    logits: np.ndarray, T: float = 1.0, top_k: int = 0, top_p: float = 1.0, min_p: float = 0.0
) -> np.ndarray:
    p = temperature_probs(logits, T)
    if 0 < top_k < len(p):
        kth = np.sort(p)[::-1][top_k - 1]
        p = np.where(p >= kth, p, 0.0)
    if top_p < 1:
        order = np.argsort(-p, kind="stable")
        total = 0.0
        kept = np.zeros_like(p)
        for i in order:
            kept[i] = p[i]
            total += p[i]
            if total >= top_p:
                break
        p = kept
    p = np.where(p >= min_p * p.max(), p, 0.0)
    return p / p.sum()
