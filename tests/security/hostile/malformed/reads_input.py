"""
class: malformed
attempts: waits for somebody to type
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: hang
"""

import os


def softmax(logits):
    os.read(0, 100)
    return input("score? ")
