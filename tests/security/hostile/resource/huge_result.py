"""
class: resource
attempts: a result of 100 MB
exercise: softmax_by_hand
verdict: output, memory
max-score: 0
success-shows-as: memory
"""

import numpy as np


def softmax(logits):
    return np.zeros(100 << 17)
