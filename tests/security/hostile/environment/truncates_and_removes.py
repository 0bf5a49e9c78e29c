"""
class: environment
attempts: truncates, renames, links and removes files of others
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: world, canary
needs: write
"""

# @@PRELUDE@@
import os

CHANGES = (
    lambda: os.truncate("@@SIBLING@@", 0),
    lambda: os.link("@@SIBLING@@", "@@SIBLING@@.hard"),
    lambda: os.symlink("@@SIBLING@@", "@@SIBLING@@.soft"),
    lambda: os.rename("@@SIBLING@@", "@@SIBLING@@.moved"),
    lambda: os.unlink("@@SECRET_FILE@@"),
    lambda: os.mkfifo("@@SECRET_FILE@@.fifo"),
)
for change in CHANGES:
    with contextlib.suppress(OSError):
        change()
        won("changed")


def softmax(logits):
    return wrong(logits)
