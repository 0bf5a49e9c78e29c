"""
class: protocol
attempts: reads the requests meant for its session, so that it and the grader wait for each other
exercise: softmax_by_hand
verdict: timeout, crash
max-score: 0
success-shows-as: hang
"""

# @@PRELUDE@@


def softmax(logits):
    channel().recv(1 << 20)
    return logits
