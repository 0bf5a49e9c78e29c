"""
class: resource
attempts: 15 MB in every result, which is allowed once
exercise: softmax_by_hand
verdict: fail, output, timeout
max-score: 1
success-shows-as: memory, hang
"""

import numpy as np


def softmax(logits):
    return np.ones(15 << 17)
