import math

import numpy as np


def softmax(logits):
    probs = []
    total = 0
    for z in logits:
        e = math.exp(z)
        total += e
        probs.append(e / total)
    return np.array(probs)
