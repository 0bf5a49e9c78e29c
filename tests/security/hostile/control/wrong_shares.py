"""
class: control
attempts: nothing; wrong, and to be named
exercise: softmax_by_hand
verdict: fail
max-score: 3
mistake: no_exponential
success-shows-as: nothing
"""

def softmax(logits):
    return logits / sum(logits)
