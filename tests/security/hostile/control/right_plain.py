"""
class: control
attempts: nothing; right, in the usual way
exercise: softmax_by_hand
verdict: pass
max-score: 8
min-score: 8
success-shows-as: nothing
"""

import numpy as np


def softmax(logits):
    powers = np.exp(logits - np.max(logits))
    return powers / powers.sum()
