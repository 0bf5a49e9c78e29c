import numpy as np


def log_probs(logits: np.ndarray, ids: list[int]) -> tuple[np.ndarray, float, float]:
    if len(ids) < 2 or len(logits) != len(ids):
        raise ValueError("there must be a row for each of at least two ids")
    z = logits - logits.max(axis=1, keepdims=True)
    logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    picked = logp[np.arange(1, len(ids)), ids[1:]]
    ce = -picked.mean()
    return picked, float(ce), float(2**ce)
