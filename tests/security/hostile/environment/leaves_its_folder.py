"""
class: environment
attempts: writes beside its folder, above it and where its parent stands
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: canary, litter
needs: write
"""

# @@PRELUDE@@
import os

for folder in ("..", "../..", f"/proc/{os.getppid()}/cwd/tmp"):
    with contextlib.suppress(OSError):
        os.close(os.open(folder, os.O_RDWR | os.O_TMPFILE))
        won(folder)


def softmax(logits):
    return wrong(logits)
