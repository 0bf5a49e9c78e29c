"""
class: control
attempts: nothing; right numbers, but its input is overwritten; to be named
exercise: softmax_by_hand
verdict: fail
max-score: 7
min-score: 7
mistake: changes_its_input
success-shows-as: nothing
"""

import numpy as np


def softmax(logits):
    np.exp(logits, out=logits)
    return logits / logits.sum()
