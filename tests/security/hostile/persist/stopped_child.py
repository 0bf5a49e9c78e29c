"""
class: persist
attempts: leaves a stopped child that ignores what can be ignored
exercise: softmax_by_hand
verdict: fail, error, crash, forbidden
max-score: 1
success-shows-as: survivor, canary
needs: fork
"""

# @@PRELUDE@@
import os
import signal

pid = os.fork()
if pid == 0:
    for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)
    hide()
    won("child", is_told=False)
    os.kill(os.getpid(), signal.SIGSTOP)
    signal.pause()
    os._exit(0)


def softmax(logits):
    return wrong(logits)
