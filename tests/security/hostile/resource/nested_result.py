"""
class: resource
attempts: lists nested 100,000 deep, a list that contains itself, and a dict that does
exercise: softmax_by_hand
verdict: output, error, fail
max-score: 0
success-shows-as: no-verdict
"""

def softmax(logits):
    if len(logits) == 5:
        nested = []
        for _ in range(100_000):
            nested = [nested]
        return nested
    ring = {}
    ring["ring"] = [ring]
    return ring
