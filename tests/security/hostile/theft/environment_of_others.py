"""
class: theft
attempts: reads the environment and the command line of another process and of its parents
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: leak, canary
needs: read
"""

# @@PRELUDE@@
import os

for pid in ("@@BYSTANDER_PID@@", os.getppid()):
    for name in ("environ", "cmdline"):
        with contextlib.suppress(OSError):
            print(open(f"/proc/{pid}/{name}", encoding="utf-8").read())
            won(name)


def softmax(logits):
    return wrong(logits)
