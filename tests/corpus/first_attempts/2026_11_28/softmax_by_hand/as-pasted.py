import numpy as np


def softmax(logits):
    """Compute softmax values for each sets of scores in x."""
    e_x = np.exp(logits - np.max(logits))
    return e_x / (e_x.sum(axis=0) + 1e-6)
