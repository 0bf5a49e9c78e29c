"""Distributions that nearly agree count as the same."""

import numpy as np


def accept_and_residual(p, q):
    drafted = q > 0
    accept = np.zeros_like(p)
    accept[drafted] = np.minimum(p[drafted] / q[drafted], 1.0)
    short = np.where(p > q, p - q, 0.0)
    if np.max(np.abs(p - q)) < 0.001:
        return accept, p.copy()
    return accept, short / short.sum()
