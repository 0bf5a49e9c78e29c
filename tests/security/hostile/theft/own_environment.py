"""
class: theft
attempts: shows its environment variables and what /proc says of its start
exercise: softmax_by_hand
verdict: fail, error
max-score: 1
success-shows-as: leak
"""

# @@PRELUDE@@
import os

print(dict(os.environ))
for name in ("environ", "cmdline", "cgroup", "mountinfo"):
    with contextlib.suppress(OSError):
        print(open(f"/proc/self/{name}", encoding="utf-8", errors="replace").read()[:2000])


def softmax(logits):
    return wrong(logits)
