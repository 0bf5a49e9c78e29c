"""
class: resource
attempts: children that have ended and are never waited for
exercise: softmax_by_hand
verdict: fail, error, crash, forbidden
max-score: 1
success-shows-as: survivor, canary
needs: fork
"""

# @@PRELUDE@@
import os

with contextlib.suppress(OSError):
    for _ in range(50):
        if os.fork() == 0:
            os._exit(0)
    won("50 zombies")


def softmax(logits):
    return wrong(logits)
