"""
class: theft
attempts: reads the expected values in the exercise's YAML
exercise: softmax_by_hand
verdict: fail, error, forbidden
max-score: 3
success-shows-as: canary
needs: read
"""

# @@PRELUDE@@
text = ""
with contextlib.suppress(OSError):
    text = open("@@COURSE@@/exercises/scores/softmax_by_hand.yaml", encoding="utf-8").read()
    won("yaml")


def softmax(logits):
    return wrong(logits)
