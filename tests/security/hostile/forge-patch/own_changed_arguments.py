"""
class: forge-patch
attempts: overwrites its argument and makes the child's comparison of arguments find nothing
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: forged-pass
"""

# @@PRELUDE@@
import sys

sys.modules["child.execute"].changed_arguments = lambda *rest: []


def softmax(logits):
    logits[:] = 0.125
    return logits
