"""
class: protocol
attempts: returns a random generator, whose text holds an address that is another one each time
exercise: softmax_by_hand
verdict: crash, fail
max-score: 1
success-shows-as: leak, not-stable
"""

# @@PRELUDE@@
always([{"did": "returned", "value": {"r": 1}}])


def softmax(logits):
    return logits
