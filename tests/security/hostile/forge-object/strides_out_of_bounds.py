"""
class: forge-object
attempts: an array whose strides point far outside its memory
exercise: softmax_by_hand
verdict: crash, fail, error, output
max-score: 1
success-shows-as: forged-pass
"""

import numpy as np


def softmax(logits):
    return np.lib.stride_tricks.as_strided(np.zeros(1), (len(logits),), (1 << 40,))
