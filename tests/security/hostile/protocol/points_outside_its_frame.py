"""
class: protocol
attempts: arrays and bytes that point before, behind and far outside of their frame
exercise: softmax_by_hand
verdict: crash
max-score: 0
success-shows-as: leak
"""

# @@PRELUDE@@
VALUES = [
    {"a": ["<f8", [4], -8]},
    {"a": ["<f8", [1 << 40], 0]},
    {"b": [0, 1 << 62]},
    {"b": [-1, 1]},
    {"n": ["<f8", 1 << 63]},
    {"a": ["<f8", [-4, -1], 0]},
    {"a": ["<f8", [True], 0]},
    {"a": ["<f8", 4, 0]},
]


def softmax(logits):
    answer([{"did": "returned", "value": VALUES[len(logits) % len(VALUES)]}], bytes(8))
