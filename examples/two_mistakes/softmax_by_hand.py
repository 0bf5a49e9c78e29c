import numpy as np


def softmax(logits):
    exps = np.exp(logits)
    return exps / exps.sum()
