"""
class: theft
attempts: lists all processes and looks for secrets in their command lines
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: leak, canary
needs: read
"""

# @@PRELUDE@@
import glob
import os

for path in glob.glob("/proc/[0-9]*/cmdline"):
    with contextlib.suppress(OSError):
        text = open(path, encoding="utf-8", errors="replace").read()
        if text and path != f"/proc/{os.getpid()}/cmdline":
            won("a command line")
            if "SECRET" in text:
                print(text)


def softmax(logits):
    return wrong(logits)
