"""
class: protocol
attempts: JSON of 7 MB that becomes hundreds of MB of objects
exercise: softmax_by_hand
verdict: crash, fail, output, timeout
max-score: 0
success-shows-as: memory, hang
"""

# @@PRELUDE@@


def softmax(logits):
    answer([{"did": "returned", "value": {"l": [{"d": []}] * 700_000}}])
