"""
class: resource
attempts: takes a little less than each call may take, in every call
exercise: softmax_by_hand
verdict: fail, timeout
max-score: 0
success-shows-as: hang
"""

# @@PRELUDE@@
import time


def softmax(logits):
    time.sleep(0.4)
    return wrong(logits)
