"""
class: malformed
attempts: is no Python
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: forged-pass
"""

def softmax(logits:
    return logits
