"""
class: resource
attempts: a generator without end as a result
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: hang
"""

def softmax(logits):
    while True:
        yield 0.25
