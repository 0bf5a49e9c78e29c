"""
class: malformed
attempts: bytes that are no UTF-8
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: forged-pass
install: latin-1
"""

NAME = 'Ü'


def softmax(logits):
    return logits
