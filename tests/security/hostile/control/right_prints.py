"""
class: control
attempts: nothing; right, and prints a lot, within limits
exercise: softmax_by_hand
verdict: pass
max-score: 8
min-score: 8
success-shows-as: nothing
"""

import numpy as np


def softmax(logits):
    powers = np.exp(logits)
    print("✓", powers.shape, "and so on")
    return powers / powers.sum()
