"""Only the newest 64 tokens count."""

import numpy as np


def repetition_penalty(logits, seen, r):
    if r <= 0:
        raise ValueError(r)
    bent = np.array(logits)
    for token in set(seen[-64:]):
        bent[token] = bent[token] / r if bent[token] > 0 else bent[token] * r
    return bent
