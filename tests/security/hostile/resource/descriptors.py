"""
class: resource
attempts: opens descriptors without end, so that nothing else can be opened
exercise: softmax_by_hand
verdict: fail, error
max-score: 1
success-shows-as: no-verdict
"""

# @@PRELUDE@@
import os

kept = []
with contextlib.suppress(OSError):
    while True:
        kept.append(os.open("/dev/null", os.O_RDONLY))


def softmax(logits):
    return wrong(logits)
