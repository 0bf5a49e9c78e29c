"""
class: control
attempts: nothing; right, and goes through a temporary file
exercise: softmax_by_hand
verdict: pass, forbidden, error
max-score: 8
min-score: 0
success-shows-as: nothing
"""

import tempfile

import numpy as np


def softmax(logits):
    with tempfile.TemporaryFile() as file:
        np.save(file, np.exp(logits))
        file.seek(0)
        powers = np.load(file)
    return powers / powers.sum()
