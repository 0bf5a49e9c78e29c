"""
class: malformed
attempts: takes other parameters than it is given
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: forged-pass
"""

def softmax(*, logits, key=None):
    return logits
