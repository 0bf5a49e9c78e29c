"""
class: resource
attempts: memory in files without names, which no limit on addresses counts
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: memory
"""

# @@PRELUDE@@
import os

kept = []
size = 0
try:
    for number in range(200):
        kept.append(os.memfd_create(f"m{number}"))
        for _ in range(8):
            size += os.write(kept[-1], bytes(1 << 18))
except OSError:
    pass
if size > 100 << 20:
    won("more than 100 MB")


def softmax(logits):
    return wrong(logits)
