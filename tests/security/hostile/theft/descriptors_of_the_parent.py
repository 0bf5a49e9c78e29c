"""
class: theft
attempts: opens what its parents have open, through /proc/PID/fd and cwd and root
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: canary
needs: read
"""

# @@PRELUDE@@
import os

for pid in (os.getppid(), int("@@BYSTANDER_PID@@")):
    for name in ("fd", "cwd", "root", "map_files"):
        with contextlib.suppress(OSError):
            os.listdir(f"/proc/{pid}/{name}")
            won(f"{name} of {pid}")


def softmax(logits):
    return wrong(logits)
