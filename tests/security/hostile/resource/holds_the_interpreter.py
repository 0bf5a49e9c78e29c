"""
class: resource
attempts: computes for hours in one instruction that cannot be interrupted
exercise: softmax_by_hand
verdict: timeout
max-score: 0
success-shows-as: hang
"""

def softmax(logits):
    return 7 ** (7**11)
