import numpy as np


def nucleus(p, top_p):
    if not 0 < top_p <= 1:
        raise ValueError("top_p must be in (0, 1]")
    order = np.argsort(-p, kind="stable")
    if top_p == 1:
        return order.tolist()
    cum = np.cumsum(p[order])
    return order[cum <= top_p].tolist()
