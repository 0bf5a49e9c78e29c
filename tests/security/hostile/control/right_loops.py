"""
class: control
attempts: nothing; right, with lists and math only
exercise: softmax_by_hand
verdict: pass
max-score: 8
min-score: 8
success-shows-as: nothing
"""

import math


def softmax(logits):
    powers = [math.exp(z) for z in logits]
    total = math.fsum(powers)
    return [power / total for power in powers]
