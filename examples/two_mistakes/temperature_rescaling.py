import numpy as np


def temperature_probs(logits, T):
    if not np.isfinite(T) or T < 0:
        raise ValueError("bad temperature")
    if T == 0:
        out = np.zeros(len(logits))
        out[np.argmax(logits)] = 1.0
        return out
    scaled = logits * T  # higher temperature, bigger numbers
    exps = np.exp(scaled - scaled.max())
    return exps / exps.sum()
