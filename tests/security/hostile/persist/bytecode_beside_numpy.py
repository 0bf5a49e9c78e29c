"""
class: persist
attempts: makes a file in the __pycache__ folder of numpy, of the grader and of the course
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: world, canary
needs: write
"""

# @@PRELUDE@@
import os
import sys

folders = [os.path.dirname(module.__file__) for module in (np, sys.modules["child"])]
for folder in (*folders, "@@COURSE@@/solutions/scores"):
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDWR | os.O_TMPFILE)
        os.close(descriptor)
        won(folder)


def softmax(logits):
    return wrong(logits)
