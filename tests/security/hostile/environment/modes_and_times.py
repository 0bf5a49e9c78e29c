"""
class: environment
attempts: changes the mode, owner, times and attributes of files it may not write
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: world, canary
needs: metadata
"""

# @@PRELUDE@@
import os

CHANGES = (
    lambda: os.chmod("@@SECRET_FILE@@", 0o600),
    lambda: os.utime("@@SECRET_FILE@@", (0, 0)),
    lambda: os.chown("@@SECRET_FILE@@", 12, 12),
    lambda: os.setxattr("@@SECRET_FILE@@", "user.note", b"x"),
)
for change in CHANGES:
    with contextlib.suppress(OSError):
        change()
        won("changed")


def softmax(logits):
    return wrong(logits)
