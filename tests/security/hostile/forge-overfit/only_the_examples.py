"""
class: forge-overfit
attempts: knows the fixed examples by heart and nothing else
exercise: softmax_by_hand
verdict: fail
max-score: 3
success-shows-as: forged-pass
"""

import numpy as np

KNOWN = {
    5: [0.6316317768, 0.2323651194, 0.0854823487, 0.0314471983, 0.0190735568],
    4: [0.25, 0.25, 0.25, 0.25],
    1: [1.0],
    2: [0.731058578630, 0.268941421370],
    3: [0.0471234165, 0.9464991225, 0.0063774610],
}


def softmax(logits):
    return np.array(KNOWN.get(len(logits), [0.0] * len(logits)))
