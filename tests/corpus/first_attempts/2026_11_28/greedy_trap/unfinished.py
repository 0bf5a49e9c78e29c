import numpy as np


def best_sequence(model, length):
    # first version: just take the best token
    prefix = ()
    prob = 1.0
    for _ in range(length):
        p = model(prefix)
        i = int(np.argmax(p))
        prob *= float(p[i])
        prefix += (i,)
    return list(prefix), prob
