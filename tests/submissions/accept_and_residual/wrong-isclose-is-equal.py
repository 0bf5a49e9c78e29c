"""Distributions that agree for np.allclose count as the same."""

import numpy as np


def accept_and_residual(p, q):
    drafted = q > 0
    accept = np.zeros_like(p)
    accept[drafted] = np.minimum(p[drafted] / q[drafted], 1.0)
    short = np.where(p > q, p - q, 0.0)
    if np.allclose(p, q):
        return accept, p.copy()
    return accept, short / short.sum()
