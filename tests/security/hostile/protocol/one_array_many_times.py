"""
class: protocol
attempts: 30 values that all point to the same 4 MB, which become 120 MB when they are read
exercise: softmax_by_hand
verdict: crash, fail, output, timeout
max-score: 0
success-shows-as: memory, hang
"""

# @@PRELUDE@@


def softmax(logits):
    answer([{"did": "returned", "value": {"l": [{"b": [0, 4 << 20]}] * 30}}], bytes(4 << 20))
