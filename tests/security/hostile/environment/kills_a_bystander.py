"""
class: environment
attempts: kills a process that has nothing to do with it
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: bystander, canary
needs: signal
"""

# @@PRELUDE@@
import os
import signal

with contextlib.suppress(OSError):
    os.kill(int("@@BYSTANDER_PID@@"), signal.SIGKILL)
    won("killed")


def softmax(logits):
    return wrong(logits)
