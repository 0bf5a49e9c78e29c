"""
class: malformed
attempts: declares a coding of its own, and strange ones
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: forged-pass
install: coding
"""

def softmax(logits):
    return logits
