import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    logits = np.asarray(logits, dtype=float)
    if logits.shape[-1] == 0:
        raise ValueError("empty vocabulary")
    if np.isnan(logits).any():
        raise ValueError("a logit is nan")
    if (logits == -np.inf).all():
        raise ValueError("everything is banned")
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
