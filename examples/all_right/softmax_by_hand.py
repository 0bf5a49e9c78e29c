import numpy as np


def softmax(logits):
    # shifting does not change the result, see the third check
    exps = np.exp(logits - np.max(logits))
    return exps / np.sum(exps)
