"""
class: resource
attempts: an array of two million empty rows, which takes no memory until it is made a list
exercise: softmax_by_hand
verdict: fail, output
max-score: 1
success-shows-as: memory, hang
"""

import numpy as np


def softmax(logits):
    return np.empty((1 << 21, 0))
