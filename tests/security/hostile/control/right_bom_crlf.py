"""
class: control
attempts: nothing; right, saved with a byte order mark and Windows line ends
exercise: softmax_by_hand
verdict: pass
max-score: 8
min-score: 8
success-shows-as: nothing
install: bom; crlf
"""

import numpy as np


def softmax(logits):
    powers = np.exp(logits)
    return powers / powers.sum()
