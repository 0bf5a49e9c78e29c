"""
class: protocol
attempts: sends a set and a dict of integers that all have one hash, which take minutes to build
exercise: softmax_by_hand
verdict: crash
max-score: 0
success-shows-as: hang
"""

# @@PRELUDE@@
NUMBERS = [(2**61 - 1) * number for number in range(1, 40_000)]
VALUES = [{"s": NUMBERS}, {"d": [[number, 0] for number in NUMBERS]}]


def softmax(logits):
    answer([{"did": "returned", "value": VALUES[len(logits) % len(VALUES)]}])
