"""
class: protocol
attempts: 60,000 random generators, each of which takes long to make
exercise: softmax_by_hand
verdict: crash, fail
max-score: 0
success-shows-as: hang, memory
"""

# @@PRELUDE@@


def softmax(logits):
    answer([{"did": "returned", "value": {"l": [{"r": 1}] * 60_000}}])
