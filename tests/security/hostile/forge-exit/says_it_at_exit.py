"""
class: forge-exit
attempts: an atexit function and a finalizer print a perfect result and end with code 0
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: forged-pass
"""

import atexit
import os
import weakref

# @@PRELUDE@@


class Anchor:
    pass


anchor = Anchor()
weakref.finalize(anchor, print, '{"status": "pass", "score": 8}')
atexit.register(os._exit, 0)


def softmax(logits):
    return wrong(logits)
