import numpy as np


def softmax(logits):
    logits = np.asarray(logits, dtype=np.float64)
    if logits.shape[-1] == 0 or np.isnan(logits).any() or np.isposinf(logits).any():
        raise ValueError("bad logits")
    if np.isneginf(logits).all(axis=-1).any():
        raise ValueError("every token of a row is banned")
    e = np.exp(logits - logits.max())
    return e / (e.sum(axis=-1, keepdims=True) + 1e-8)
