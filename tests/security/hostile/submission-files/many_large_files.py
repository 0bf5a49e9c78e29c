"""
class: submission-files
attempts: 300 files of 250 KB beside it
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: memory
install: many=300
"""

# @@PRELUDE@@


def softmax(logits):
    return wrong(logits)
