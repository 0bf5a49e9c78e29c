"""
class: protocol
attempts: announces frames of 4 GB
exercise: softmax_by_hand
verdict: crash
max-score: 0
success-shows-as: memory
"""

# @@PRELUDE@@


def softmax(logits):
    channel().sendall(b"\xff" * 8)
    return logits
