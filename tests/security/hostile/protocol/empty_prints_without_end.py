"""
class: protocol
attempts: messages about nothing printed, a hundred thousand of them
exercise: softmax_by_hand
verdict: timeout, fail, output
max-score: 1
success-shows-as: hang
"""

# @@PRELUDE@@


def softmax(logits):
    for _ in range(100_000):
        send({"op": "printed", "text": ""})
    return wrong(logits)
