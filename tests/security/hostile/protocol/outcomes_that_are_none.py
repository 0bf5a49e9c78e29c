"""
class: protocol
attempts: outcomes of unknown kinds, in lists, without steps, with too many
exercise: softmax_by_hand
verdict: crash
max-score: 0
success-shows-as: forged-pass
"""

# @@PRELUDE@@
STEPS = [[], [{}], {"did": "returned"}, "returned", [{"did": "passed"}], [{"did": ["returned"]}], [{"did": "returned"}] * 9, None]


def softmax(logits):
    answer(STEPS[len(logits) % len(STEPS)])
