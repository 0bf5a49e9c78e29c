import numpy as np


def softmax(logits, axis=-1):
    # same as F.log_softmax(x, dim=-1)
    m = np.max(logits, axis=axis, keepdims=True)
    lse = m + np.log(np.sum(np.exp(logits - m), axis=axis, keepdims=True))
    return logits - lse
