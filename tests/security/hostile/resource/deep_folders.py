"""
class: resource
attempts: folders in folders in folders, deeper than what removes them can go
exercise: softmax_by_hand
verdict: fail, error, timeout, forbidden
max-score: 1
success-shows-as: litter
needs: write
"""

# @@PRELUDE@@
import os

with contextlib.suppress(OSError):
    for _ in range(1500):
        os.mkdir("d")
        os.chdir("d")


def softmax(logits):
    return wrong(logits)
