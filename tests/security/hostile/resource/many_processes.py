"""
class: resource
attempts: 100 processes
exercise: softmax_by_hand
verdict: fail, error, crash, timeout, forbidden
max-score: 1
success-shows-as: survivor, canary
needs: fork
"""

# @@PRELUDE@@
import os
import time

with contextlib.suppress(OSError):
    for _ in range(100):
        if os.fork() == 0:
            hide()
            time.sleep(20)
            os._exit(0)
    won("100 processes")


def softmax(logits):
    return wrong(logits)
