"""
class: theft
attempts: reads a file that it was given the path of, and shows it
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: leak, canary
needs: read
"""

# @@PRELUDE@@
with contextlib.suppress(OSError):
    print(open("@@SECRET_FILE@@", encoding="utf-8").read())
    won("read")


def softmax(logits):
    return wrong(logits)
