import numpy as np


def temperature_probs(logits, T):
    z = (logits - np.max(logits)) / T
    p = np.exp(z)
    p = p / np.sum(p)
    return p
