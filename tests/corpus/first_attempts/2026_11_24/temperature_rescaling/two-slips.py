import numpy as np


def temperature_probs(logits, T):
    if T < 0 or not np.isfinite(T):
        raise ValueError("temperature must be finite and not negative")
    if T == 0:
        best = (logits == logits.max()).astype(float)
        return best / best.sum()
    z = logits * T
    e = np.exp(z - z.max())
    return e / e.sum()
