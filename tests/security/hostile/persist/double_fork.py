"""
class: persist
attempts: a daemon that has left session and parents
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
    if os.fork() == 0:
        hide()
        won("daemon", is_told=False)
        time.sleep(20)
    os._exit(0)
os.wait()


def softmax(logits):
    return wrong(logits)
