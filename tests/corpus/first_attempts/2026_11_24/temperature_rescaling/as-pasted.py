import numpy as np


def softmax(x):
    e_x = np.exp(x - np.max(x))
    return e_x / e_x.sum(axis=0)


def temperature_probs(logits, T):
    logits = np.asarray(logits).astype("float64")
    return softmax(logits / (T + 1e-8))
