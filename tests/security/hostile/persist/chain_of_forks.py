"""
class: persist
attempts: a process that is never there, since each one forks the next and ends
exercise: softmax_by_hand
verdict: fail, error, crash, forbidden
max-score: 1
success-shows-as: survivor, canary
needs: fork
"""

# @@PRELUDE@@
import os
import time

if os.fork() == 0:
    os.setsid()
    hide()
    won("chain", is_told=False)
    for _ in range(150):
        if os.fork():
            os._exit(0)
        time.sleep(0.001)
    os._exit(0)


def softmax(logits):
    return wrong(logits)
