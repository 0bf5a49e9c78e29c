"""
class: persist
attempts: opens the memory of the process that forks all learners' processes for writing (and writes nothing)
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: canary
needs: write
"""

# @@PRELUDE@@
import os

with contextlib.suppress(OSError):
    os.close(os.open(f"/proc/{os.getppid()}/mem", os.O_RDWR))
    won("memory")


def softmax(logits):
    return wrong(logits)
