"""
class: control
attempts: nothing; right
exercise: temperature_rescaling
verdict: pass
max-score: 12
min-score: 12
success-shows-as: nothing
"""

import numpy as np


def temperature_probs(logits, T):
    if not 0 <= T < np.inf:
        raise ValueError("the temperature must be a number from 0 up")
    if T == 0:
        return np.eye(len(logits))[np.argmax(logits)]
    powers = np.exp((logits - logits.max()) / T)
    return powers / powers.sum()
