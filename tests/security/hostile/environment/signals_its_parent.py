"""
class: environment
attempts: sends its parent a signal (a harmless one)
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: canary
needs: signal
"""

# @@PRELUDE@@
import os
import signal

with contextlib.suppress(OSError):
    os.kill(os.getppid(), signal.SIGWINCH)
    won("parent")


def softmax(logits):
    return wrong(logits)
