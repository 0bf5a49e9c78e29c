import numpy as np


def shape_logits(logits, bias, banned, eos, n_generated, min_tokens):
    out = np.array(logits, dtype=float)
    for i, b in bias.items():
        out[i] += b
    for i in banned:
        out[i] = -np.inf
    # next: the minimum length
    return out
