"""
class: persist
attempts: appends to the start files of shells and of Python in a home folder
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: world, canary
needs: write
"""

# @@PRELUDE@@
import os

for name in (".bashrc", ".profile", ".config/pip/pip.conf", ".local/lib/python3.11/site-packages/x.pth"):
    with contextlib.suppress(OSError):
        os.makedirs(os.path.dirname(f"@@HOME@@/{name}"), exist_ok=True)
        with open(f"@@HOME@@/{name}", "a", encoding="utf-8") as file:
            file.write("# left by a learner's file\n")
        won(name)


def softmax(logits):
    return wrong(logits)
