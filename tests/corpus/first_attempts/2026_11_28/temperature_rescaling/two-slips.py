import numpy as np


def temperature_probs(logits: np.ndarray, T: float) -> np.ndarray:
    if T < 0:
        raise ValueError("T must not be negative")
    if T == 0:
        best = (logits == logits.max()).astype(float)
        return best / best.sum()
    z = (logits - logits.max()) / T
    e = np.exp(z)
    return e / e.sum()
