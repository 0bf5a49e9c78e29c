"""
class: protocol
attempts: integers of 4,000 digits as value, list item, line number and argument number
exercise: softmax_by_hand
verdict: fail, error, crash
max-score: 1
success-shows-as: forged-pass
"""

# @@PRELUDE@@
long = 10**3999
STEPS = [
    {"did": "returned", "value": {"l": [long, 0.5]}, "changed": []},
    {"did": "returned", "value": long, "changed": []},
    {"did": "returned", "value": {"t": [long, True, None]}},
]


def softmax(logits):
    answer([STEPS[len(logits) % len(STEPS)]])
