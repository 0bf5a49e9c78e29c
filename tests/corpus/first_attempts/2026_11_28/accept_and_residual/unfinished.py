import numpy as np


def accept_and_residual(p, q):
    accept = np.zeros(len(p))
    residual = np.zeros(len(p))
    for i in range(len(p)):
        if q[i] > 0:
            accept[i] = min(1, p[i] / q[i])
        residual[i] = max(0, p[i] - q[i])
    return accept, residual
