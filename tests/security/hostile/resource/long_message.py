"""
class: resource
attempts: an exception message of 40 MB, and a class name of 1 MB
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: output
"""

def softmax(logits):
    raise type("E" * (1 << 20), (Exception,), {})("m" * (40 << 20))
