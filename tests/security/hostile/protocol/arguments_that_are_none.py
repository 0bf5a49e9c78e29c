"""
class: protocol
attempts: says that argument -100, 10 to the power 300 and one with a long name were changed
exercise: softmax_by_hand
verdict: fail, crash
max-score: 0
success-shows-as: internal
"""

# @@PRELUDE@@
CHANGED = [[-100], [10**300], ["x" * 5000], [-1, "\n::error::x"], [True]]


def softmax(logits):
    answer([{"did": "returned", "value": 1.0, "changed": CHANGED[len(logits) % 4]}])
