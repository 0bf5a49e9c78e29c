"""
class: persist
attempts: leaves files in /dev/shm, /tmp and /var/tmp
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: canary, litter
needs: write
"""

# @@PRELUDE@@
import os

for folder in ("/dev/shm", "/tmp", "/var/tmp", "/run/lock", "/dev/mqueue"):
    with contextlib.suppress(OSError):
        with open(f"{folder}/@@MARKER@@", "w", encoding="utf-8") as file:
            file.write("left")
        os.unlink(f"{folder}/@@MARKER@@")
        won(folder)


def softmax(logits):
    return wrong(logits)
