"""
class: protocol
attempts: JSON nested 200,000 deep
exercise: softmax_by_hand
verdict: crash
max-score: 0
success-shows-as: no-verdict
"""

# @@PRELUDE@@


def softmax(logits):
    send(b'{"op":' + b"[" * 200_000)
    return logits
