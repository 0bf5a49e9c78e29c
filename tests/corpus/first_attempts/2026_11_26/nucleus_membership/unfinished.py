import numpy as np


def nucleus(p, top_p):
    order = np.argsort(-p, kind="stable")
    ids, total = [], 0.0
    for i in order:
        if total + p[i] > top_p:
            break
        ids.append(int(i))
        total += p[i]
    return ids
