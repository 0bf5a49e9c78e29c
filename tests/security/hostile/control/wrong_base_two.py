"""
class: control
attempts: nothing; wrong, and to be named
exercise: softmax_by_hand
verdict: fail
max-score: 5
min-score: 1
mistake: base_two
success-shows-as: nothing
"""

import numpy as np


def softmax(logits):
    return np.exp2(logits) / np.exp2(logits).sum()
