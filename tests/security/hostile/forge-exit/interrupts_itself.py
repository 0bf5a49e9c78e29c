"""
class: forge-exit
attempts: sends itself SIGINT, SIGTERM and SIGHUP
exercise: softmax_by_hand
verdict: crash, error, forbidden
max-score: 0
success-shows-as: forged-pass
"""

import os
import signal


def softmax(logits):
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    return logits
