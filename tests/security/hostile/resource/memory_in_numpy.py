"""
class: resource
attempts: arrays of 2 GiB, written to
exercise: softmax_by_hand
verdict: memory
max-score: 0
success-shows-as: memory
"""

import numpy as np


def softmax(logits):
    return np.ones(1 << 28)
