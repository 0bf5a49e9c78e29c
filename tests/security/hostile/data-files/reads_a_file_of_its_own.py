"""
class: data-files
attempts: reads a table of answers that was handed in beside it
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: canary
needs: read
install: text=table.txt
"""

# @@PRELUDE@@
with contextlib.suppress(OSError):
    print(open("@@SUBMISSION@@/table.txt", encoding="utf-8").read())
    won("table")


def softmax(logits):
    return wrong(logits)
