import numpy as np


def temperature_probs(logits, T):
    if T == 0:
        p = np.zeros(len(logits))
        p[logits == logits.max()] = 1
        return p / p.sum()
    z = logits / T
    e = np.exp(z)
    return e / e.sum()
