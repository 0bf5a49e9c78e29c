import numpy as np


def temperature_probs(logits, T):
    if T == 0:
        # everything to the best token
        out = np.zeros(len(logits)
        out[np.argmax(logits)] = 1
        return out
    e = np.exp(logits / T)
    return e / e.sum()
