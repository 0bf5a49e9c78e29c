import numpy as np


def accept_and_residual(p, q):
    accept = np.minimum(1.0, np.divide(q, p, out=np.zeros_like(p), where=p > 0))
    residual = np.abs(p - q)
    total = residual.sum()
    if total == 0:
        return accept, p.copy()
    return accept, residual / total
