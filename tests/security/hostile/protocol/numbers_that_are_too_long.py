"""
class: protocol
attempts: integers of more digits than Python converts, and floats past infinity
exercise: softmax_by_hand
verdict: crash, fail
max-score: 1
success-shows-as: hang
"""

# @@PRELUDE@@


def softmax(logits):
    send(b'{"op": "called", "steps": [{"did": "returned", "value": ' + b"9" * 1_000_000 + b"}]}")
    return logits
