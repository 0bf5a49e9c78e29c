"""
class: control
attempts: nothing; not attempted
exercise: softmax_by_hand
verdict: not-attempted
max-score: 0
success-shows-as: nothing
"""

def softmax(logits):
    raise NotImplementedError
