"""
class: malformed
attempts: returns None
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: forged-pass
"""

def softmax(logits):
    pass
