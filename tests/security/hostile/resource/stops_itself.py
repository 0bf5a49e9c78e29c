"""
class: resource
attempts: stops its own process, which cannot be waited for
exercise: softmax_by_hand
verdict: timeout, crash, error, forbidden
max-score: 0
success-shows-as: hang
"""

import os
import signal


def softmax(logits):
    os.kill(os.getpid(), signal.SIGSTOP)
    return logits
