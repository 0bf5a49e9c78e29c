"""
class: theft
attempts: executes the solution that lies in the course folder
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 1
success-shows-as: forged-pass, canary
needs: read
"""

# @@PRELUDE@@
space = {}
with contextlib.suppress(OSError):
    exec(open("@@COURSE@@/solutions/scores/softmax_by_hand.py", encoding="utf-8").read(), space)
    won("solution")


def softmax(logits):
    return space.get("softmax", wrong)(logits)
