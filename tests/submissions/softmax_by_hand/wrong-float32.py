"""Right, but rounded to float32."""

import numpy as np


def softmax(logits):
    powers = np.exp(np.asarray(logits, dtype=np.float32))
    return powers / powers.sum()
