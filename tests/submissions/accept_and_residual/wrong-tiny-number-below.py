"""A tiny number below each line, against 0 / 0."""

import numpy as np

TINY = 1e-12


def accept_and_residual(p, q):
    accept = np.where(q == 0, 0.0, np.minimum(1.0, p / (q + TINY)))
    short = np.clip(p - q, 0.0, 1.0)
    if not short.any():
        return accept, np.array(p)
    return accept, short / (short.sum() + TINY)
