"""
class: resource
attempts: writes 40 MB to descriptors 1 and 2 themselves
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: output
"""

# @@PRELUDE@@
import os


def softmax(logits):
    for _ in range(20):
        for number in (1, 2):
            with contextlib.suppress(OSError):
                os.write(number, b"@@PROOF@@" * 100)
    return wrong(logits)
