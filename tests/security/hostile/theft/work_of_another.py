"""
class: theft
attempts: executes the file that another learner handed in
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: forged-pass, canary
needs: read
"""

# @@PRELUDE@@
space = {}
with contextlib.suppress(OSError):
    exec(open("@@SIBLING@@", encoding="utf-8").read(), space)
    won("copied")


def softmax(logits):
    return space.get("softmax", wrong)(logits)
