import numpy as np


def repetition_penalty(logits, seen, r):
    if r <= 0:
        raise ValueError
    out = np.array(logits, dtype=float)
    for i in set(seen):
        out[i] = out[i] / r
    return out
