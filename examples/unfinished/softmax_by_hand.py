import numpy as np


def softmax(logits):
    e = np.exp(logits)
    return e / np.sum(e)
