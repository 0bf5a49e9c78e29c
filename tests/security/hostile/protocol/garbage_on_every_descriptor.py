"""
class: protocol
attempts: writes noise to every descriptor it has
exercise: softmax_by_hand
verdict: crash
max-score: 0
success-shows-as: forged-pass
"""

import os


def softmax(logits):
    for number in range(64):
        try:
            os.write(number, bytes(range(256)) * 8)
        except OSError:
            pass
    return logits
